//! A git write that is about to be told.

/// A write to the repository that is about to be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Write {
    /// The operation.
    pub operation: String,
    /// Refs that it makes, moves or deletes.
    pub references: Vec<String>,
    /// Paths that it is limited to.
    pub paths: Vec<String>,
    /// guards.md 2.9 counts it.
    pub mutates: bool,
    /// It needs a work tree.
    pub needs_tree: bool,
    /// Why it is known to fail.
    pub fails: Option<String>,
    /// Why it is known to have nothing to do.
    pub idle: Option<String>,
}

impl Write {
    /// A write of this operation.
    pub fn new(operation: impl Into<String>) -> Self {
        Self { operation: operation.into(), ..Self::default() }
    }

    /// A write that guards.md 2.9 counts, which needs a work tree.
    pub fn mutation(operation: impl Into<String>) -> Self {
        Self { operation: operation.into(), mutates: true, needs_tree: true, ..Self::default() }
    }

    /// It needs a work tree.
    pub fn in_tree(mut self) -> Self {
        self.needs_tree = true;
        self
    }

    /// guards.md 2.9 counts it.
    pub fn mutating(mut self) -> Self {
        self.mutates = true;
        self
    }

    /// It makes, moves or deletes these refs.
    pub fn on(mut self, references: impl IntoIterator<Item = String>) -> Self {
        self.references.extend(references);
        self
    }

    /// It is limited to these paths.
    pub fn limited_to(mut self, paths: Vec<String>) -> Self {
        self.paths = paths;
        self
    }

    /// It is known to find nothing to do, if there is a reason: then it succeeds and writes nothing.
    pub fn idle(mut self, reason: Option<String>) -> Self {
        self.idle = reason;
        self
    }

    /// It is known to fail, if there is a reason.
    pub fn failing(mut self, reason: Option<String>) -> Self {
        self.fails = self.fails.or(reason);
        self
    }
}
