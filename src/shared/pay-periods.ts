import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, instant, oneOf, replyInstant } from './fields.ts'
import { daysLater } from './time/time.ts'
import { english } from './words/message.ts'

/**
 * Pay periods: the days that are approved and paid together. Pure functions on calendar dates, so that clock changes
 * do not matter: `daysFromTo` gives the instants of a period's days.
 */

export const payPeriodKinds = ['month', 'half-month', 'two-weeks', 'week'] as const
export type PayPeriodKind = (typeof payPeriodKinds)[number]

/** From when on periods are cut how. */
export interface PayPeriodRule {
  kind: PayPeriodKind
  /** A day on which two weeks begin; null for the other kinds. */
  anchor: string | null
  /** The first day that is cut so; null for all days before the next rule. */
  since: string | null
}

/** The rules of an organisation, earliest first. The first one has no `since`. */
export type PayPeriodRules = readonly [PayPeriodRule, ...PayPeriodRule[]]

/** Months, for an organisation that has chosen nothing. */
export const defaultPayPeriods: PayPeriodRules = [{ kind: 'month', anchor: null, since: null }]

/** The first and the last day of a period: "2026-11-01" to "2026-11-30". */
export interface PayPeriod {
  start: string
  end: string
}

const DAY = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / DAY
const lastOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The period of a day if its rule held always. */
function uncut({ kind, anchor }: PayPeriodRule, day: string): PayPeriod {
  const month = day.slice(0, 7)
  if (kind === 'month') return { start: `${month}-01`, end: lastOfMonth(day) }
  if (kind === 'half-month')
    return day.slice(8) <= '15'
      ? { start: `${month}-01`, end: `${month}-15` }
      : { start: `${month}-16`, end: lastOfMonth(day) }
  const length = kind === 'week' ? 7 : 14
  // 2026-01-05 is a Monday.
  const since = numberOf(day) - numberOf((kind === 'two-weeks' && anchor) || '2026-01-05')
  const start = daysLater(day, -(((since % length) + length) % length))
  return { start, end: daysLater(start, length - 1) }
}

/**
 * The period of a day. Periods never overlap and leave no day out. Where another rule begins, the period before it is
 * cut short.
 */
export function payPeriodOf(day: string, rules: PayPeriodRules): PayPeriod {
  const at = rules.findLastIndex(({ since }) => since === null || since <= day)
  const { start, end } = uncut(rules[at] ?? rules[0], day)
  const first = rules[at]?.since
  const next = rules[at + 1]?.since
  return {
    start: first && first > start ? first : start,
    end: next && next <= end ? daysLater(next, -1) : end,
  }
}

/** The period after or before a period. */
export const nextPayPeriod = ({ end }: PayPeriod, rules: PayPeriodRules) => payPeriodOf(daysLater(end, 1), rules)
export const previousPayPeriod = ({ start }: PayPeriod, rules: PayPeriodRules) =>
  payPeriodOf(daysLater(start, -1), rules)

/** Changes of the rule that are kept. Older ones are forgotten: then the oldest one kept holds for all days before. */
const MAX_RULES = 50

/**
 * The rules after a change. It holds from the next period on, so that the running period and those before it stay as
 * people have seen and approved them.
 *
 * @param today the day of the change
 * @param isUnused whether nothing has been approved yet: then it holds for all days
 */
export function withPayPeriod(
  rules: PayPeriodRules,
  choice: Pick<PayPeriodRule, 'kind' | 'anchor'>,
  today: string,
  isUnused: boolean,
): PayPeriodRules {
  const chosen = { kind: choice.kind, anchor: choice.kind === 'two-weeks' ? choice.anchor : null }
  if (isUnused) return [{ ...chosen, since: null }]
  // A change that was to come is replaced.
  const held = rules.filter(({ since }) => since === null || since <= today).slice(-MAX_RULES)
  const [oldest = rules[0], ...later] = held
  const before: PayPeriodRules = [{ ...oldest, since: null }, ...later]
  const last = before.at(-1) ?? oldest
  if (last.kind === chosen.kind && last.anchor === chosen.anchor) return before
  return [...before, { ...chosen, since: daysLater(payPeriodOf(today, before).end, 1) }]
}

const Rule = z.object({
  kind: z.enum(payPeriodKinds),
  anchor: z.nullable(z.string()),
  since: z.nullable(z.string()),
})

export const StoredPayPeriods = z.object({
  /** Earliest first. The last one is the organisation's choice; it may begin in the future. */
  rules: z.array(Rule).check(z.minLength(1)),
  /** When they were last changed: the version of the setting; null if nobody has changed them. */
  updatedAt: z.nullable(replyInstant),
})
export type StoredPayPeriods = z.output<typeof StoredPayPeriods>

/** The rules as the functions of this file take them. */
export const payPeriodRulesOf = ({ rules: [first, ...later] }: Pick<StoredPayPeriods, 'rules'>): PayPeriodRules =>
  first ? [first, ...later] : defaultPayPeriods

const PayPeriodChoice = z
  .strictObject({
    kind: oneOf(payPeriodKinds),
    /** A day on which two weeks begin. */
    anchor: z.optional(z.nullable(date)),
    updatedAt: z.optional(z.nullable(instant)),
  })
  .check(
    z.refine(({ kind, anchor }) => kind !== 'two-weeks' || Boolean(anchor), {
      path: ['anchor'],
      error: english('Say on which day two weeks begin'),
    }),
  )

export const payPeriodsApi = {
  get: endpoint({
    method: 'GET',
    path: '/organisation/pay-period',
    summary: 'How hours are cut into pay periods',
    allow: 'clock:use',
    reply: StoredPayPeriods,
    reads: ['organisation'],
    cached: 'steady',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/organisation/pay-period',
    summary:
      'Choose the pay period. It holds from the next period on; 409 if somebody has changed it since `updatedAt`',
    allow: 'organisation:update',
    body: PayPeriodChoice,
    reply: StoredPayPeriods,
    changes: ['organisation'],
  }),
}
