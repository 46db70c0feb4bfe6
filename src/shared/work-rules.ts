import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, oneOf, replyInstant, wholeNumber } from './fields.ts'
import { english } from './words/message.ts'

/**
 * The organisation's rules about working time. A broken rule is a warning and never stops anybody. `work-breaches.ts`
 * says which rules somebody's hours break.
 */

const DAY = 24 * 60
const WEEK = 7 * DAY
/** Rules about breaks that an organisation has at most. */
export const MAX_BREAK_RULES = 4

/** A person who works for more than `afterMinutes` takes breaks of `breakMinutes` in all. */
const BreakRule = z.strictObject({ afterMinutes: wholeNumber(1, DAY), breakMinutes: wholeNumber(1, 240) })
export type BreakRule = z.output<typeof BreakRule>

/** Late changes of the plan: their person is asked, or told, or they are like any other. */
export const lateChanges = ['ask', 'tell', 'allow'] as const

/** A limit that is absent if it is null. */
const upTo = (min: number, max: number) => z.nullable(wholeNumber(min, max))

const isAscending = (rules: BreakRule[]) =>
  rules.every(({ afterMinutes, breakMinutes }, at) => {
    const before = rules[at - 1]
    return !before || (before.afterMinutes < afterMinutes && before.breakMinutes < breakMinutes)
  })

/** The limits of each number, for the contract and the form. */
export const workRuleLimits = {
  restMinutes: [0, 23 * 60],
  weekRestMinutes: [0, 6 * DAY],
  dayMinutes: [60, DAY],
  weekMinutes: [60, WEEK],
  averageMinutes: [60, WEEK],
  averageWeeks: [2, 52],
  daysInRow: [1, 28],
  breakPiece: [0, 120],
  noticeHours: [0, 60 * 24],
  overtimeWeekMinutes: [60, WEEK],
} as const

const limits = workRuleLimits
export const WorkRules = z.strictObject({
  /** Free time after the work of a day; 0 for no rule. */
  restMinutes: wholeNumber(...limits.restMinutes),
  /** Free time in one piece in each week, with 24 hours of it in the week; 0 for no rule. */
  weekRestMinutes: wholeNumber(...limits.weekRestMinutes),
  /** Most paid minutes between two daily rests. */
  dayMinutes: upTo(...limits.dayMinutes),
  /** Most paid minutes from Monday to Sunday. */
  weekMinutes: upTo(...limits.weekMinutes),
  /** Most paid minutes a week, on the average of `averageWeeks`. */
  averageMinutes: upTo(...limits.averageMinutes),
  averageWeeks: wholeNumber(...limits.averageWeeks),
  /** Most days in a row on which work begins. */
  daysInRow: upTo(...limits.daysInRow),
  /** The breaks that longer work needs, in ascending order. */
  breaks: z
    .array(BreakRule)
    .check(
      z.maxLength(MAX_BREAK_RULES, english('At most four rules about breaks')),
      z.refine(isAscending, english('Each further rule needs more work and a longer break')),
    ),
  /** A break shorter than this does not count. */
  breakPiece: wholeNumber(...limits.breakPiece),
  /** A change of a planned shift is late if the shift begins sooner than this. */
  noticeHours: wholeNumber(...limits.noticeHours),
  late: oneOf(lateChanges),
  /** More paid minutes a week than this are overtime; null for the minutes of each person's contract. */
  overtimeWeekMinutes: upTo(...limits.overtimeWeekMinutes),
})
export type WorkRules = z.output<typeof WorkRules>

const none: WorkRules = {
  ...{ restMinutes: 0, weekRestMinutes: 0, dayMinutes: null, weekMinutes: null },
  ...{ averageMinutes: null, averageWeeks: 17, daysInRow: null, breaks: [], breakPiece: 0 },
  ...{ noticeHours: 0, late: 'allow', overtimeWeekMinutes: null },
}
const eu: WorkRules = {
  ...{ restMinutes: 660, weekRestMinutes: 2_100, dayMinutes: null, weekMinutes: null },
  ...{ averageMinutes: 2_880, averageWeeks: 17, daysInRow: 6 },
  ...{ breaks: [{ afterMinutes: 360, breakMinutes: 15 }], breakPiece: 0 },
  ...{ noticeHours: 96, late: 'ask', overtimeWeekMinutes: null },
}
/** The presets of an organisation. They are a start, no legal advice. */
export const workRulePresets = {
  eu,
  de: {
    ...eu,
    ...{ dayMinutes: 600, averageWeeks: 24, breakPiece: 15 },
    breaks: [
      { afterMinutes: 360, breakMinutes: 30 },
      { afterMinutes: 540, breakMinutes: 45 },
    ],
  },
  fr: {
    ...eu,
    ...{ dayMinutes: 600, weekMinutes: 2_880, averageMinutes: 2_640, averageWeeks: 12 },
    ...{ breaks: [{ afterMinutes: 360, breakMinutes: 20 }], noticeHours: 168, overtimeWeekMinutes: 2_100 },
  },
  us: {
    ...none,
    ...{ breaks: [{ afterMinutes: 300, breakMinutes: 30 }], noticeHours: 336, late: 'ask' },
    overtimeWeekMinutes: 2_400,
  },
  none,
} as const satisfies Record<string, WorkRules>
export type WorkRulePreset = keyof typeof workRulePresets
export const presetNames = Object.keys(workRulePresets) as WorkRulePreset[]

/** The rules of an organisation that has chosen none. */
export const defaultWorkRules: WorkRules = workRulePresets.eu

/** The preset with exactly these rules; null if somebody has changed a value. */
export const presetOf = (rules: WorkRules): WorkRulePreset | null => {
  const valuesOf = (some: WorkRules) => JSON.stringify(Object.keys(none).map((name) => some[name as keyof WorkRules]))
  return presetNames.find((name) => valuesOf(workRulePresets[name]) === valuesOf(rules)) ?? null
}

/** The rules that hours can break, in the order of the page. */
export const breakableRules = [
  ...(['restMinutes', 'weekRestMinutes', 'dayMinutes', 'weekMinutes'] as const),
  ...(['averageMinutes', 'daysInRow', 'breaks', 'overtimeWeekMinutes'] as const),
] as const
export type BreakableRule = (typeof breakableRules)[number]

const StoredWorkRules = z.object({
  ...WorkRules.shape,
  /** When they were last changed: the version of the setting; null if nobody has changed them. */
  updatedAt: z.nullable(replyInstant),
})
export type StoredWorkRules = z.output<typeof StoredWorkRules>

/** A trial of rules on last month looks at the hours of so many people at most. */
export const MAX_TRIED_PEOPLE = 1_000

/** How often people's hours of last month break some rules. It names nobody. */
export const WorkRulesTrial = z.object({
  /** "2026-10". */
  month: z.string(),
  /** People with hours in the month, and of how many of them the hours were looked at. */
  people: z.int(),
  tried: z.int(),
  /** The rules that are on. Overtime without a number of its own is on if people have contracts. */
  counts: z.array(z.object({ rule: z.enum(breakableRules), breaches: z.int(), people: z.int() })),
})
export type WorkRulesTrial = z.output<typeof WorkRulesTrial>

export const workRulesApi = {
  get: endpoint({
    method: 'GET',
    path: '/organisation/work-rules',
    summary: 'The rules about working time',
    allow: 'clock:use',
    reply: StoredWorkRules,
    reads: ['organisation'],
    cached: 'steady',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/organisation/work-rules',
    summary: 'Set the rules about working time; 409 if somebody has changed them since `updatedAt`',
    allow: 'organisation:update',
    body: z.extend(WorkRules, { updatedAt: z.optional(z.nullable(instant)) }),
    reply: StoredWorkRules,
    changes: ['organisation'],
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/organisation/work-rules/trial',
    summary: 'How often the hours of last month break these rules. Nothing is changed',
    allow: 'organisation:update',
    sessionOnly: true,
    body: WorkRules,
    reply: WorkRulesTrial,
    status: 200,
  }),
}
