//! The table of the clients of services on the net.

use super::{INTO, WRITE, bucket_copy, gh_clone, rclone, rclone_at, remote_copy, s3, skopeo};
use crate::commands::model::{Case, Effect, Role, Row, Use, mode, output, path, quits, values};
use crate::commands::options::{Opt, Syntax};
use crate::commands::plan::FileAction;
use crate::intent::CommandClass;

const MODIFY: Use = Use::File(FileAction::Modify);
const OPEN: Syntax = Syntax { shortens: false, ..Syntax::OPEN };
const RUNS: &[Case<'static>] = &[Case::effects(&[Effect::Run])];
const BELOW: &[Case<'static>] = &[Case::effects(&[Effect::Below(FileAction::Write)])];
const KUBE: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["~/.kube"])])];
const DOCKER_HOME: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["~/.docker"])])];
const NOT_KNOWN: &[Case<'static>] = &[Case::effects(&[Effect::Unknown("a subcommand that is not known")])];

/// A client whose subcommands act at the service, but for those that are listed.
const fn client(name: &'static str, source: &'static str, local: &'static [Row<'static>]) -> Row<'static> {
    Row::new(name, source).syntax(Syntax::OPEN_STOP).subcommands(local).cases(&[Case::NOTHING])
}

/// A subcommand that downloads to the directory it works in, or to the one that `-p`, `-d`, `--dir` names.
const fn downloads(names: &'static str, source: &'static str) -> Row<'static> {
    Row::new(names, source).syntax(OPEN).options(DOWNLOAD).cases(DOWNLOADS)
}

const DOWNLOAD: &[Opt<'static, Role<'static>>] = &[
    Opt::value("-p --path -d --dir --directory -D --destination --local-dir", Role::PathMode(INTO, "into")),
    Opt::value("-o --output --output-file", Role::PathMode(WRITE, "into")),
];

const DOWNLOADS: &[Case<'static>] =
    &[Case::NOTHING.when("into"), Case::effects(&[Effect::Below(FileAction::Write)])];

/// A subcommand that changes settings of the user below the home.
const fn keeps(names: &'static str, source: &'static str, cases: &'static [Case<'static>]) -> Row<'static> {
    Row::new(names, source).syntax(OPEN).class(CommandClass::Build).cases(cases)
}

/// The rows, by name.
pub const ROWS: &[Row<'static>] = &[
    client("argocd", "Argo CD documentation, argocd", &[
        keeps("login logout relogin context", "Argo CD documentation, argocd login", &[Case::effects(&[Effect::Outside(&["~/.config/argocd"])])]),
        Row::new("admin", "Argo CD documentation, argocd admin").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
    ]).says(&[("argocd app sync x", ""), ("argocd app list", "")]),
    Row::reader("aws", "AWS CLI 2 reference").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("s3", "AWS CLI 2 reference, s3").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("cp mv sync", "AWS CLI 2 reference, s3").syntax(OPEN).options(&[quits("--dryrun"), values("--acl --profile --region --exclude --include --endpoint-url --storage-class --content-type")]).special(s3),
        ]).cases(&[Case::NOTHING]),
        Row::new("configure", "AWS CLI 2 reference").syntax(Syntax::OPEN_STOP).class(CommandClass::Build).subcommands(&[
            Row::reader("list get list-profiles export-credentials", "AWS CLI 2 reference, configure"),
        ]).cases(AWS_HOME),
        Row::new("sso login", "AWS CLI 2 reference").syntax(OPEN).cases(AWS_HOME),
        Row::new("eks", "AWS CLI 2 reference, eks").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("update-kubeconfig", "AWS CLI 2 reference, eks").syntax(OPEN).options(&[quits("--dry-run"), Opt::value("--kubeconfig", Role::PathMode(MODIFY, "named"))])
                .cases(&[Case::NOTHING.when("named"), Case::effects(&[Effect::Outside(&["~/.kube"])])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("s3api", "AWS CLI 2 reference, s3api").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("get-object get-object-torrent select-object-content", "AWS CLI 2 reference, s3api").syntax(OPEN).options(AWS_VALUES).cases(&[Case::all(WRITE)]),
        ]).cases(&[Case::NOTHING]),
        Row::new("lambda", "AWS CLI 2 reference, lambda").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("invoke", "AWS CLI 2 reference, lambda").syntax(OPEN).options(AWS_VALUES).cases(&[Case::all(WRITE)]),
        ]).cases(&[Case::NOTHING]),
        Row::new("cloudformation", "AWS CLI 2 reference, cloudformation").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("package", "AWS CLI 2 reference, cloudformation").syntax(OPEN).options(&[path("--output-template-file", WRITE)]),
        ]).cases(&[Case::NOTHING]),
        Row::new("codeartifact", "AWS CLI 2 reference, codeartifact").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("login", "AWS CLI 2 reference, codeartifact").syntax(OPEN).cases(&[Case::effects(&[Effect::Unknown("it changes the settings of a package manager")])]),
        ]).cases(&[Case::NOTHING]),
    ]).cases(&[Case::NOTHING])
        .says(&[("aws s3api get-object --bucket b --key k a", "write a"), ("aws lambda invoke --function-name f --region r out.json", "write out.json"), ("aws configure list", ""), ("aws cloudformation package --output-template-file o --s3-bucket b", "write o"), ("aws s3 ls", ""), ("aws s3 cp s3://b/x a", "write a"), ("aws s3 cp a s3://b/x", ""), ("aws ec2 describe-instances", "")]),
    Row::reader("az", "Azure CLI reference").syntax(Syntax::OPEN_STOP).subcommands(&[
        Row::new("storage", "Azure CLI reference, az storage").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("blob file fs", "Azure CLI reference, az storage blob").syntax(Syntax::OPEN_STOP).subcommands(&[
                Row::new("download", "Azure CLI reference, az storage blob").syntax(OPEN).options(&[path("-f --file --dest", WRITE), values("-n --name -c --container-name -s --share-name -p --path --account-name --account-key")]),
                Row::new("download-batch", "Azure CLI reference, az storage blob").syntax(OPEN).options(&[quits("--dryrun"), path("-d --destination", INTO), values("-s --source --pattern --account-name --account-key")]),
            ]).cases(&[Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
        Row::new("aks", "Azure CLI reference, az aks").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("get-credentials", "Azure CLI reference, az aks").syntax(OPEN).options(&[Opt::value("-f --file", Role::PathMode(MODIFY, "named")), values("-n --name -g --resource-group")])
                .cases(&[Case::NOTHING.when("named"), Case::effects(&[Effect::Outside(&["~/.kube"])])]),
            Row::new("install-cli", "Azure CLI reference, az aks").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
        ]).cases(&[Case::NOTHING]),
        Row::new("login logout configure config cloud account extension upgrade", "Azure CLI reference").syntax(OPEN).cases(&[Case::effects(&[Effect::Outside(&["~/.azure"])])]),
        Row::new("bicep", "Azure CLI reference, az bicep").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::reader("version list-versions", "Azure CLI reference, az bicep"),
        ]).cases(&[Case::effects(&[Effect::Unknown("the names of what it writes follow from its input")])]),
    ]).cases(&[Case::NOTHING])
        .says(&[("az group list", ""), ("az storage blob download -c x -n y -f a", "write a"), ("az storage blob download-batch -d d -s x", "mkdir -p d; write d/**")]),
    client("cosign", "Sigstore documentation, cosign", &[
        Row::new("generate-key-pair import-key-pair", "Sigstore documentation, cosign").syntax(OPEN).options(&[values("--output-key-prefix -o --key -k --kms")])
            .cases(&[Case::effects(&[Effect::Unknown("the names of the keys that it writes")])]),
        keeps("login initialize", "Sigstore documentation, cosign", &[Case::effects(&[Effect::Outside(&["~/.docker", "~/.sigstore"])])]),
        Row::new("save", "Sigstore documentation, cosign").syntax(OPEN).options(&[path("--dir", INTO)]),
    ]).options(&[path("--output-file --output-signature --output-certificate --output-payload --bundle", WRITE), values("--key -k --certificate --certificate-identity --certificate-oidc-issuer -a --predicate --type")])
        .says(&[("cosign sign --key k i", ""), ("cosign generate-key-pair", "?")]),
    client("crane", "go-containerregistry, crane", &[
        Row::new("pull", "go-containerregistry, crane").syntax(OPEN).options(&[values("--format --platform -c --cache_path")]).cases(LAST),
        Row::new("export", "go-containerregistry, crane").syntax(OPEN).options(&[values("--platform")]).cases(&[Case::first(&[Use::Read], WRITE)]),
        Row::new("append mutate", "go-containerregistry, crane").syntax(OPEN).options(&[output("-o --output"), values("-b --base -f --new_layer -t --new_tag -a --annotation -l --label -e --env --tag --platform")]),
        Row::new("auth", "go-containerregistry, crane").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("get token", "go-containerregistry, crane")]).cases(DOCKER_HOME),
    ]).says(&[("crane digest i", ""), ("crane pull i a.tar", "write a.tar"), ("crane export i -", ""), ("crane copy i j", "")]),
    client("doctl", "DigitalOcean documentation, doctl", &[
        Row::new("auth", "DigitalOcean documentation, doctl auth").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("list ls", "DigitalOcean documentation, doctl auth")])
            .cases(&[Case::effects(&[Effect::Outside(&["~/.config/doctl"])])]),
        Row::new("kubernetes k8s k", "DigitalOcean documentation, doctl kubernetes").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("cluster clusters c", "DigitalOcean documentation, doctl kubernetes").syntax(Syntax::OPEN_STOP).subcommands(&[
                Row::reader("list ls get g node-pool list-associated-resources registry upgrade update u", "DigitalOcean documentation, doctl kubernetes"),
            ]).cases(KUBE),
        ]).cases(&[Case::NOTHING]),
        Row::new("registry", "DigitalOcean documentation, doctl registry").syntax(Syntax::OPEN_STOP).subcommands(&[keeps("login logout", "DigitalOcean documentation, doctl registry", DOCKER_HOME)]).cases(&[Case::NOTHING]),
        Row::new("serverless sls sbx", "DigitalOcean documentation, doctl serverless").syntax(Syntax::OPEN_STOP).class(CommandClass::Build).cases(RUNS),
    ]).options(&[values("-t --access-token --context -c --config -o --output -u --api-url")])
        .says(&[("doctl compute droplet list", ""), ("doctl kubernetes cluster list", "")]),
    client("doppler", "Doppler documentation, CLI", &[
        Row::new("run", "Doppler documentation, doppler run").syntax(Syntax::OPEN_STOP).options(&[Opt::value("--command", Role::Script), values("-p --project -c --config -t --token --fallback --mount --mount-template")])
            .cases(&[Case::effects(&[Effect::Argv(0)])])
            .special(crate::commands::network::scripts),
        Row::new("secrets", "Doppler documentation, doppler secrets").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "Doppler documentation, doppler secrets download").syntax(OPEN).options(&[quits("--no-file"), values("--format -p --project -c --config -t --token")])
                .cases(&[Case::all(WRITE).alone(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        keeps("login logout setup configure", "Doppler documentation, CLI", &[Case::effects(&[Effect::Outside(&["~/.doppler"])])]),
    ]).says(&[("doppler run -- rm a", "invoke [rm a]"), ("doppler run --command 'rm a'", "shell [rm a]"), ("doppler secrets", ""), ("doppler secrets download a", "write a"), ("doppler secrets download --no-file", "")]),
    client("eksctl", "eksctl documentation", &[
        keeps("create", "eksctl documentation, create", KUBE),
        Row::new("utils", "eksctl documentation, utils").syntax(Syntax::OPEN_STOP).subcommands(&[keeps("write-kubeconfig", "eksctl documentation, utils", KUBE)]).cases(&[Case::NOTHING]),
    ]).says(&[("eksctl get cluster", "")]),
    client("etcdctl", "etcd documentation, etcdctl", &[
        Row::new("snapshot", "etcd documentation, etcdctl").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("save", "etcd documentation, etcdctl").syntax(OPEN).cases(&[Case::all(WRITE)]),
            Row::new("restore", "etcd documentation, etcdctl").syntax(OPEN).options(&[Opt::value("--data-dir", Role::PathMode(INTO, "into"))]).cases(&[Case::NOTHING.when("into"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
    ]).options(&[values("--endpoints --cacert --cert --key --user --command-timeout")])
        .says(&[("etcdctl get k", ""), ("etcdctl snapshot save a", "write a")]),
    client("exo", "Exoscale documentation, exo", &[
        keeps("config", "Exoscale documentation, exo config", &[Case::effects(&[Effect::Outside(&["~/.config/exoscale"])])]),
        Row::new("storage sos", "Exoscale documentation, exo storage").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("download get dl", "Exoscale documentation, exo storage").syntax(OPEN).cases(BELOW)]).cases(&[Case::NOTHING]),
    ]).says(&[("exo compute instance list", ""), ("exo storage download b/k", "write ./**")]),
    Row::reader("gcloud", "gcloud reference").syntax(Syntax::OPEN_STOP).options(&[values("--project --account --configuration --format --verbosity --zone --region")]).subcommands(&[
        Row::new("storage", "gcloud reference, gcloud storage").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("cp mv rsync", "gcloud reference, gcloud storage").syntax(OPEN).special(bucket_copy),
        ]).cases(&[Case::NOTHING]),
        Row::new("compute", "gcloud reference, gcloud compute").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("scp", "gcloud reference, gcloud compute scp").syntax(OPEN).options(&[values("--zone --project --port --scp-flag --ssh-key-file")]).special(remote_copy),
            Row::new("config-ssh", "gcloud reference, gcloud compute").syntax(OPEN).cases(&[Case::effects(&[Effect::Outside(&["~/.ssh"])])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("container", "gcloud reference, gcloud container").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clusters", "gcloud reference, gcloud container").syntax(Syntax::OPEN_STOP).subcommands(&[
                Row::new("get-credentials", "gcloud reference, gcloud container").syntax(OPEN).cases(&[Case::effects(&[Effect::Outside(&["~/.kube"])])]),
            ]).cases(&[Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
        Row::new("init auth config", "gcloud reference").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::reader("list get-value get print-access-token print-identity-token describe", "gcloud reference"),
        ]).cases(&[Case::effects(&[Effect::Outside(&["~/.config/gcloud", "~/.docker"])])]),
        Row::new("components", "gcloud reference, gcloud components").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("list", "gcloud reference")]).class(CommandClass::Build).cases(RUNS),
    ]).cases(&[Case::NOTHING])
        .says(&[("gcloud compute instances list", ""), ("gcloud storage cp gs://b/x a", "write a"), ("gcloud storage cp a gs://b/x", ""), ("gcloud config list", ""), ("gcloud compute scp vm:x a", "write a")]),
    client("gcrane", "go-containerregistry, gcrane", &[
        Row::new("pull", "go-containerregistry, crane").syntax(OPEN).options(&[values("--format --platform -c --cache_path")]).cases(LAST),
        Row::new("export", "go-containerregistry, crane").syntax(OPEN).options(&[values("--platform")]).cases(&[Case::first(&[Use::Read], WRITE)]),
        Row::new("append mutate", "go-containerregistry, crane").syntax(OPEN).options(&[output("-o --output"), values("-b --base -f --new_layer -t --new_tag -a --annotation -l --label -e --env --tag --platform")]),
        Row::new("auth", "go-containerregistry, crane").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("get token", "go-containerregistry, crane")]).cases(DOCKER_HOME),
    ]),
    Row::new("gh", "GitHub CLI manual").syntax(Syntax::OPEN_STOP).options(&[values("-R --repo"), quits("--version --help")]).subcommands(&[
        Row::new("repo", "GitHub CLI manual, gh repo").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clone", "GitHub CLI manual, gh repo clone").syntax(Syntax::OPEN_STOP).options(&[values("-u --upstream-remote-name")]).special(gh_clone),
            Row::new("create fork", "GitHub CLI manual, gh repo").syntax(OPEN).options(&[mode("--clone -c", "clones"), mode("--push", "pushes"), mode("--remote", "remote"), values("-r --remote-name --org --source -s --description -d --homepage -h --team -t --template -p --gitignore -g --license -l")])
                .cases(&[Case::effects(&[Effect::Unknown("it pushes the local branches")]).when("pushes"), Case::effects(&[Effect::Unknown("it changes remotes in the repository's configuration")]).when("remote"), Case::effects(&[Effect::Below(FileAction::Write)]).when("clones"), Case::NOTHING]),
            Row::new("sync", "GitHub CLI manual, gh repo sync").syntax(OPEN).cases(&[Case::all(Use::Ignored).alone(&[Effect::Unknown("it moves the local branch")])]),
            Row::new("set-default rename", "GitHub CLI manual, gh repo").syntax(OPEN).options(&[mode("-v --view", "reads"), values("-R --repo")])
                .cases(&[Case::NOTHING.when("reads"), Case::effects(&[Effect::Unknown("it changes remotes in the repository's configuration")])]),
            Row::reader("list ls view edit delete archive unarchive deploy-key autolink gitignore license credits garden", "GitHub CLI manual, gh repo"),
        ]).cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])]),
        Row::new("pr", "GitHub CLI manual, gh pr").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("checkout co", "GitHub CLI manual, gh pr checkout").syntax(OPEN).cases(&[Case::effects(&[Effect::Unknown("which branch it switches to is not known")])]),
            Row::new("merge close", "GitHub CLI manual, gh pr merge").syntax(OPEN).options(&[mode("-d --delete-branch", "deletes"), values("-b --body -F --body-file -t --subject -A --author-email --match-head-commit -c --comment -R --repo")])
                .cases(&[Case::effects(&[Effect::Unknown("which local branch it deletes is not known")]).when("deletes"), Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
        Row::new("issue", "GitHub CLI manual, gh issue").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("develop", "GitHub CLI manual, gh issue develop").syntax(OPEN).options(&[mode("-c --checkout", "switches"), values("-b --base -n --name --branch-repo -R --repo")])
                .cases(&[Case::effects(&[Effect::Unknown("which branch it switches to is not known")]).when("switches"), Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
        Row::new("attestation at", "GitHub CLI manual, gh attestation").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "GitHub CLI manual, gh attestation download").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("auth config alias", "GitHub CLI manual").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::reader("status token list get", "GitHub CLI manual"),
            Row::new("setup-git", "GitHub CLI manual, gh auth setup-git").syntax(OPEN).cases(&[Case::effects(&[Effect::Unknown("it changes git's configuration of the user")])]),
        ]).cases(&[Case::effects(&[Effect::Outside(&["~/.config/gh"])])]),
        Row::new("release", "GitHub CLI manual, gh release").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "GitHub CLI manual, gh release download").syntax(OPEN).options(&[
                Opt::value("-O --output", Role::PathMode(WRITE, "output")),
                Opt::value("-D --dir", Role::PathMode(INTO, "output")),
                values("-p --pattern -R --repo -A --archive"),
            ]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("run", "GitHub CLI manual, gh run").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("download", "GitHub CLI manual, gh run download").syntax(OPEN).options(&[
                Opt::value("-D --dir", Role::PathMode(INTO, "output")),
                values("-n --name -p --pattern -R --repo"),
            ]).cases(&[Case::NOTHING.when("output"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("gist", "GitHub CLI manual, gh gist").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clone", "GitHub CLI manual, gh gist clone").syntax(OPEN).cases(&[Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("extension ext codespace", "GitHub CLI manual").syntax(Syntax::OPEN_STOP).class(CommandClass::Build).cases(RUNS),
        Row::reader("api workflow browse search label secret variable status cache org project ruleset completion ssh-key gpg-key help copilot", "GitHub CLI manual"),
    ]).cases(&[Case::effects(&[Effect::Unknown("a subcommand that is not known")])])
        .says(&[
            ("gh pr list", ""),
            ("gh pr create --title x --body y", ""),
            ("gh pr checkout 3", "?"),
            ("gh repo clone o/r d", "invoke [git clone o/r d]"),
            ("gh release download v1 -D d", "mkdir -p d; write d/**"),
            ("gh api repos/o/r", ""),
            ("gh attestation download x -R o/r", "write ./**"),
            ("gh attestation verify a -R o/r", ""),
            ("gh pr merge 3 --squash", ""),
            ("gh pr merge 3 --squash --delete-branch", "?"),
            ("gh issue develop 3 -c", "?"),
            ("gh repo create o/r --source=. --push", "?"),
            ("gh repo view", ""),
        ]),
    Row::reader("gitleaks", "gitleaks README").options(&[path("-r --report-path", WRITE), values("-s --source -c --config -f --report-format -b --baseline-path --log-opts -l --log-level")])
        .says(&[("gitleaks detect -v", ""), ("gitleaks git -r a", "write a")]),
    Row::new("glab", "GitLab CLI documentation").syntax(Syntax::OPEN_STOP).options(&[values("-R --repo"), quits("--version -v --help -h")]).subcommands(&[
        Row::new("repo project", "GitLab CLI documentation, glab repo").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("clone", "GitLab CLI documentation, glab repo clone").syntax(OPEN).cases(BELOW),
            Row::new("archive", "GitLab CLI documentation, glab repo archive").syntax(OPEN).cases(BELOW),
            Row::reader("list view search contributors delete transfer mirror members publish users", "GitLab CLI documentation, glab repo"),
        ]).cases(NOT_KNOWN),
        Row::new("mr", "GitLab CLI documentation, glab mr").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::reader("list ls view show diff note approve approvers revoke close reopen update issues subscribe todo unsubscribe delete", "GitLab CLI documentation, glab mr"),
            Row::new("merge accept", "GitLab CLI documentation, glab mr merge").syntax(OPEN),
        ]).cases(&[Case::effects(&[Effect::Unknown("it changes or pushes the local branch")])]),
        Row::new("release", "GitLab CLI documentation, glab release").syntax(Syntax::OPEN_STOP).subcommands(&[downloads("download", "GitLab CLI documentation, glab release download")]).cases(&[Case::NOTHING]),
        Row::new("ci pipe pipeline", "GitLab CLI documentation, glab ci").syntax(Syntax::OPEN_STOP).subcommands(&[downloads("artifact", "GitLab CLI documentation, glab job artifact")]).cases(&[Case::NOTHING]),
        Row::new("job", "GitLab CLI documentation, glab job").syntax(Syntax::OPEN_STOP).subcommands(&[downloads("artifact", "GitLab CLI documentation, glab job artifact")]).cases(&[Case::NOTHING]),
        keeps("auth config alias", "GitLab CLI documentation", &[Case::effects(&[Effect::Outside(&["~/.config/glab-cli"])])]),
        Row::reader("issue incident api label milestone schedule snippet ssh-key user variable version completion check-update deploy-key iteration token securefile", "GitLab CLI documentation"),
    ]).cases(NOT_KNOWN)
        .says(&[("glab mr list", ""), ("glab mr checkout 3", "?"), ("glab issue view 3", ""), ("glab release download v1", "write ./**")]),
    Row::reader("grype", "grype README").options(&[path("--file", WRITE), values("-o --output -c --config --fail-on -s --scope --exclude -t --template --platform --name")])
        .says(&[("grype dir:.", ""), ("grype i -o json --file a", "write a")]),
    Row::reader("gsutil", "gsutil documentation").syntax(Syntax::OPEN_STOP).options(&[values("-o -h -u")]).subcommands(&[
        Row::new("cp mv rsync", "gsutil documentation, cp").syntax(OPEN).options(&[path("-L", Use::File(FileAction::Append)), values("-a -z -j -s -x")]).special(bucket_copy),
        Row::reader("ls cat stat du hash rm rb mb acl defacl iam lifecycle versioning cors label notification web logging setmeta rewrite compose requesterpays retention signurl version help perfdiag", "gsutil documentation"),
    ]).cases(RUNS).class(CommandClass::Build).says(&[("gsutil ls gs://b", ""), ("gsutil cp gs://b/x a", "write a"), ("gsutil -m rsync -r a gs://b", "")]),
    client("ibmcloud", "IBM Cloud documentation, CLI", &[
        keeps("login logout target plugin config update api", "IBM Cloud documentation, CLI", &[Case::effects(&[Effect::Outside(&["~/.bluemix"])])]),
        Row::new("cos", "IBM Cloud documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("object-get download", "IBM Cloud documentation, CLI").syntax(OPEN).cases(BELOW)]).cases(&[Case::NOTHING]),
        Row::new("ks oc", "IBM Cloud documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("cluster", "IBM Cloud documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[keeps("config", "IBM Cloud documentation, CLI", KUBE)]).cases(&[Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
        Row::new("fn dev", "IBM Cloud documentation, CLI").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
    ]).says(&[("ibmcloud resource groups", "")]),
    client("jira", "jira-cli documentation", &[keeps("init", "jira-cli documentation", &[Case::effects(&[Effect::Outside(&["~/.config/.jira"])])])]).says(&[("jira issue list", "")]),
    client("kaggle", "Kaggle API documentation, CLI", &[
        Row::new("datasets d", "Kaggle API documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[
            downloads("download metadata", "Kaggle API documentation, CLI"),
            Row::new("init", "Kaggle API documentation, CLI").syntax(OPEN).options(&[Opt::value("-p --path", Role::PathMode(INTO, "into"))]).cases(&[Case::NOTHING.when("into"), Case::effects(&[Effect::File("dataset-metadata.json", FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("competitions c", "Kaggle API documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[downloads("download leaderboard", "Kaggle API documentation, CLI")]).cases(&[Case::NOTHING]),
        Row::new("kernels k", "Kaggle API documentation, CLI").syntax(Syntax::OPEN_STOP).subcommands(&[
            downloads("pull output", "Kaggle API documentation, CLI"),
            Row::new("init", "Kaggle API documentation, CLI").syntax(OPEN).options(&[Opt::value("-p --path", Role::PathMode(INTO, "into"))]).cases(&[Case::NOTHING.when("into"), Case::effects(&[Effect::File("kernel-metadata.json", FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("models m", "Kaggle API documentation, CLI").syntax(Syntax::OPEN_STOP).cases(BELOW),
        keeps("config", "Kaggle API documentation, CLI", &[Case::effects(&[Effect::Outside(&["~/.kaggle"])])]),
    ]).says(&[("kaggle competitions list", ""), ("kaggle datasets download o/d -p d", "mkdir -p d; write d/**"), ("kaggle datasets download o/d", "write ./**")]),
    client("koji", "Koji documentation, koji", &[
        downloads("download-build download-task download-logs", "Koji documentation, koji"),
        Row::new("mock-config gen-external-repo save-failed-tree", "Koji documentation, koji").syntax(OPEN).cases(BELOW),
    ]).says(&[("koji list-builds", ""), ("koji download-build b", "write ./**")]),
    client("linode-cli", "Linode documentation, linode-cli", &[
        keeps("configure set-user remove-user show-users", "Linode documentation, linode-cli", &[Case::effects(&[Effect::Outside(&["~/.config"])])]),
        Row::new("obj", "Linode documentation, linode-cli obj").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("get", "Linode documentation, linode-cli obj").syntax(OPEN).cases(BELOW)]).cases(&[Case::NOTHING]),
        Row::new("get-kubeconfig", "Linode documentation, linode-cli").syntax(OPEN).class(CommandClass::Build).cases(KUBE),
    ]).says(&[("linode-cli linodes list", "")]),
    client("openstack", "OpenStackClient documentation", &[
        Row::new("image", "OpenStackClient documentation, image").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("save", "OpenStackClient documentation, image save").syntax(OPEN).options(&[path("--file", WRITE)])]).cases(&[Case::NOTHING]),
        Row::new("keypair", "OpenStackClient documentation, keypair").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("create", "OpenStackClient documentation, keypair create").syntax(OPEN).options(&[path("--private-key", WRITE), values("--public-key --type --user")])]).cases(&[Case::NOTHING]),
        Row::new("object", "OpenStackClient documentation, object").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("save", "OpenStackClient documentation, object save").syntax(OPEN).options(&[Opt::value("--file", Role::PathMode(WRITE, "named"))]).cases(&[Case::NOTHING.when("named"), Case::effects(&[Effect::Below(FileAction::Write)])]),
        ]).cases(&[Case::NOTHING]),
        Row::new("container", "OpenStackClient documentation, container").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("save", "OpenStackClient documentation, container save").syntax(OPEN).cases(BELOW)]).cases(&[Case::NOTHING]),
    ]).says(&[("openstack server list", ""), ("openstack image save --file a i", "write a")]),
    client("rclone", "rclone documentation, commands", &[
        Row::new("copy sync move copyto moveto bisync", "rclone documentation, commands").syntax(OPEN).options(RCLONE).special(rclone),
        Row::new("config authorize", "rclone documentation, rclone config").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("show file dump paths userinfo redacted", "rclone documentation, rclone config")]).cases(&[Case::effects(&[Effect::Outside(&["~/.config/rclone"])])]),
        Row::new("delete purge deletefile rmdir rmdirs cleanup mkdir touch dedupe rcat copyurl settier", "rclone documentation, commands").syntax(OPEN).options(RCLONE).special(rclone_at),
        Row::new("mount nfsmount", "rclone documentation, rclone mount").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
    ]).says(&[("rclone ls r:x", ""), ("rclone copy r:x d", "mkdir -p d; write d/**"), ("rclone copy d r:x", ""), ("rclone move d r:x", "delete -rf d/**"), ("rclone delete d", "delete -rf d/**")]),
    client("skopeo", "skopeo(1)", &[
        Row::new("copy", "skopeo-copy(1)").syntax(OPEN).options(&[path("--digestfile", WRITE), values("--src-creds --dest-creds --authfile -f --format --src-tls-verify --dest-tls-verify --override-os --override-arch -a")]).special(skopeo),
        Row::new("sync", "skopeo-sync(1)").syntax(OPEN).options(&[values("-s --src -d --dest --src-creds --dest-creds")]).cases(&[Case::last(Use::Read, INTO)]),
        keeps("login logout", "skopeo-login(1)", DOCKER_HOME),
    ]).says(&[("skopeo inspect docker://i", ""), ("skopeo copy docker://i dir:d", "write d/**"), ("skopeo copy docker://i oci-archive:a:t", "write a"), ("skopeo copy docker://i docker://j", "")]),
    client("stern", "stern README", &[]).says(&[("stern x", "")]),
    Row::reader("trivy", "Trivy documentation, CLI").options(&[path("-o --output", WRITE), values("-f --format -s --severity --exit-code -c --config --ignorefile --scanners --timeout --template -t")])
        .says(&[("trivy image i", ""), ("trivy fs -o a .", "write a")]),
    Row::new("twine", "Twine documentation").syntax(Syntax::OPEN_STOP).subcommands(&[Row::reader("upload check register", "Twine documentation")]).options(&[quits("--version -h --help")]).says(&[("twine upload d/a", "")]),
    client("vault", "Vault documentation, CLI", &[
        keeps("login", "Vault documentation, vault login", &[Case::effects(&[Effect::Unknown("where it keeps its token")])]),
        Row::new("server agent proxy", "Vault documentation, CLI").syntax(OPEN).class(CommandClass::Build).cases(RUNS),
        Row::new("operator", "Vault documentation, vault operator").syntax(Syntax::OPEN_STOP).subcommands(&[
            Row::new("raft", "Vault documentation, vault operator raft").syntax(Syntax::OPEN_STOP).subcommands(&[
                Row::new("snapshot", "Vault documentation, vault operator raft").syntax(Syntax::OPEN_STOP).subcommands(&[Row::new("save", "Vault documentation, vault operator raft").syntax(OPEN).cases(&[Case::all(WRITE)])]).cases(&[Case::NOTHING]),
            ]).cases(&[Case::NOTHING]),
        ]).cases(&[Case::NOTHING]),
    ]).says(&[("vault kv get x", ""), ("vault operator raft snapshot save a", "write a")]),
];

const AWS_HOME: &[Case<'static>] = &[Case::effects(&[Effect::Outside(&["~/.aws"])])];

const AWS_VALUES: &[Opt<'static, Role<'static>>] = &[values(
    "--bucket --key --range --version-id --profile --region --output --query --endpoint-url --function-name --payload --invocation-type --log-type --client-context --qualifier --cli-binary-format --expression --expression-type --input-serialization --output-serialization --cli-read-timeout",
)];

/// The last operand is written.
const LAST: &[Case<'static>] = &[Case::last(Use::Read, WRITE)];

const RCLONE: &[Opt<'static, Role<'static>>] = &[
    mode("-n --dry-run", "dry"),
    path("--log-file", Use::File(FileAction::Append)),
    values(
        "--include --exclude --filter --filter-from --files-from --transfers --checkers --config --bwlimit --max-age --min-age --max-size --min-size --backup-dir --suffix --log-level --stats --retries --timeout --compare-dest --copy-dest --s3-provider",
    ),
];
