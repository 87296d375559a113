//! HEAD, refs and revisions as they are by now, and their changes.

use super::Call;
use crate::analysis::git::site::Site;
use crate::analysis::repository::{Position, Reference};
use crate::value::Field;

impl Call<'_> {
    /// What HEAD says by now.
    pub fn position(&self) -> Option<Position> {
        let checkout = self.checkout()?;
        Some(self.host.repositories().position(self.host.world(), &checkout))
    }

    /// The branch that is current by now, if it is known and HEAD is on one.
    pub fn branch(&self) -> Option<String> {
        match self.position()? {
            Position::Branch(name) => Some(name),
            Position::Detached(_) | Position::Unknown(_) => None,
        }
    }

    /// The current branch's full name, as what a commit moves; empty on a detached HEAD.
    pub fn current(&self) -> Vec<String> {
        self.branch().map(|name| format!("refs/heads/{name}")).into_iter().collect()
    }

    /// HEAD moves.
    pub fn move_to(&mut self, position: Position) {
        if let Site::Inside(inside) = &mut self.site {
            let checkout = inside.checkout.clone();
            let mut repositories = self.host.repositories().clone();
            repositories.set_position(self.host.world(), &checkout, position);
            inside.place = repositories.place_of(self.host.world(), &checkout);
            *self.host.repositories_mut() = repositories;
        }
    }

    /// Does this full ref name exist by now?
    pub fn has_reference(&self, name: &str) -> Option<bool> {
        self.host.repositories().has_reference(self.host.world(), &self.checkout()?, name)
    }

    /// Is there a local branch of that name?
    pub fn has_branch(&self, name: &str) -> Option<bool> {
        self.has_reference(&format!("refs/heads/{name}"))
    }

    /// Full names below a prefix.
    pub fn references(&self, prefix: &str) -> Option<Vec<String>> {
        self.host.repositories().references(self.host.world(), &self.checkout()?, prefix)
    }

    /// The full name of a short ref name.
    pub fn expand(&self, name: &str) -> Reference {
        match self.checkout() {
            Some(checkout) => self.host.repositories().expand(self.host.world(), &checkout, name),
            None => Reference::Unknown,
        }
    }

    /// Does a revision name something?
    pub fn resolves(&self, revision: &str) -> Option<bool> {
        self.host.repositories().resolves(self.host.world(), &self.checkout()?, revision)
    }

    /// The commit that a revision names.
    pub fn commit(&self, revision: &str) -> Option<String> {
        self.host.repositories().commit(self.host.world(), &self.checkout()?, revision)
    }

    /// Does the history of one revision hold another?
    pub fn holds(&self, descendant: &str, ancestor: &str) -> Option<bool> {
        self.host.repositories().holds(self.host.world(), &self.checkout()?, descendant, ancestor)
    }

    /// Why a revision that must exist is known not to.
    pub fn missing_revision(&self, field: &Field) -> Option<String> {
        let revision = field.known()?;
        (self.resolves(revision) == Some(false)).then(|| format!("`{revision}` names no revision"))
    }

    /// Why a branch can't be checked out in a new work tree, moved or deleted: a work tree is on it.
    pub fn in_use(&self, name: &str) -> Option<String> {
        let checkout = self.checkout()?;
        if self.branch().as_deref() == Some(name) && !checkout.repository.bare {
            return Some(format!("`{name}` is checked out here"));
        }
        let root = self.host.repositories().checked_out_elsewhere(self.host.world(), &checkout, name)?;
        Some(format!("`{name}` is checked out at `{root}`"))
    }

    /// A ref was made or moved (`true`) or deleted.
    pub fn set_reference(&mut self, name: &str, exists: bool) {
        if let Some(checkout) = self.checkout() {
            self.host.repositories_mut().set_reference(&checkout, name, exists);
        }
    }

    /// HEAD names another commit than before, the branch staying the same.
    pub fn advance(&mut self) {
        if let Some(checkout) = self.checkout() {
            let current = self.current();
            self.host.repositories_mut().advance(&checkout);
            for name in current {
                self.host.repositories_mut().set_reference(&checkout, &name, true);
            }
        }
    }
}
