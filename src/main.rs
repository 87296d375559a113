//! The binary: hands the arguments to [`willwrite::cli`] and its answer to the system.

fn main() -> std::process::ExitCode {
    willwrite::cli::run()
}
