import { describeRule } from '../components/rules/rule-in-words.ts'
import { useI18n } from '../language.ts'

/** A rule in words, as "Every Monday at 09:00"; the rule itself if it is none that can be read. */
export function RuleDescription({ rule }: { rule: string }) {
  const i18n = useI18n()
  try {
    return describeRule(rule, i18n)
  } catch {
    return rule
  }
}
