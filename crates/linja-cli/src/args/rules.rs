use clap::Args as ClapArgs;
use linja::RuleSet;

#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArg {
    /// The rule set: classic, bonus, bonus-spicy, geeky, geeky-spicy, or one of them with choices, such as bonus+follow-may
    #[arg(long, value_name = "ID", default_value_t, hide_possible_values = true)]
    pub(crate) rules: RuleSet,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArgs {
    /// The rule set to explain, such as bonus+follow-may
    #[arg(value_name = "ID")]
    pub(crate) rules: Option<RuleSet>,

    /// List all 648 rule sets
    #[arg(long, conflicts_with = "rules")]
    pub(crate) all: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
