//! The binary: hands the arguments to [`willwrite::cli`] and its answer to the system.

/// musl's own allocator gives memory back to the kernel page by page and asks for it again; it is most of what a hook
/// call costs then.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> std::process::ExitCode {
    willwrite::cli::run()
}
