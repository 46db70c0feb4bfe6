import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatMonth } from '../../shared/words/formats.ts'
import { type BreakableRule, type WorkRules, type WorkRulesTrial, workRulesApi } from '../../shared/work-rules.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { breachWords } from './sentences.ts'

/** Milliseconds after the last change of a value. */
const SETTLED_MS = 600

/** Counts how often last month's hours break the rules in the form, again when they have settled. */
export function useLastMonth(rules: WorkRules) {
  const text = useSettled(JSON.stringify(rules), SETTLED_MS)
  return useQuery({
    queryKey: keyOf(workRulesApi.tryOut, { query: { rules: text } }),
    async queryFn({ signal }) {
      const tried: WorkRules = withoutVersion(JSON.parse(text))
      return { ...(await call(workRulesApi.tryOut, { body: tried }, signal)), rules: tried }
    },
    placeholderData: keepPreviousData,
  })
}

const withoutVersion = ({ updatedAt: _, ...rules }: WorkRules & { updatedAt?: unknown }): WorkRules => rules

type LastMonth = ReturnType<typeof useLastMonth>

/** How often a rule was broken last month, in one line. */
export function LastMonthOf({ lastMonth, rule }: { lastMonth: LastMonth; rule: BreakableRule }) {
  const i18n = useI18n()
  const { data, isPlaceholderData } = lastMonth
  const found = data?.counts.find((one) => one.rule === rule)
  if (!data || !found || data.people === 0) return null
  const month = formatMonth(data.month, { i18n })
  // The counts may still belong to the values before.
  const value = data.rules[rule]
  const limit = typeof value === 'number' ? formatMinutes(value, i18n) : ''
  return (
    <p className={isPlaceholderData ? 'text-muted text-sm' : 'text-sm'}>
      {found.breaches === 0
        ? i18n.t('{month}: everybody kept to it.', { month })
        : i18n.t('{people, plural, one {{month}: {breaches}, # person.} other {{month}: {breaches}, # people.}}', {
            month,
            breaches: i18n.t(breachWords[rule](found.breaches, limit)),
            people: found.people,
          })}
    </p>
  )
}

/** Says that not everybody's hours were looked at, or that there are none. */
export function LastMonthNote({ lastMonth: { data, isError, isFetching, refetch } }: { lastMonth: LastMonth }) {
  const i18n = useI18n()
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        {i18n.t('What the rules say of last month could not be loaded.')}
        <Button pending={isFetching} onClick={() => void refetch()}>
          {i18n.t('Try again')}
        </Button>
      </p>
    )
  const text = data && noteOf(data, i18n)
  return text ? <p className="text-muted text-sm">{text}</p> : null
}

function noteOf({ month, people, tried }: WorkRulesTrial, i18n: ReturnType<typeof useI18n>) {
  if (people === 0) return i18n.t('Nobody recorded hours in {month}.', { month: formatMonth(month, { i18n }) })
  if (tried < people)
    return i18n.t('Last month is counted for {tried, number} of {people, plural, one {# person} other {# people}}.', {
      tried,
      people,
    })
}
