import { expect, test } from 'vitest'
import { urgencies } from '../../../shared/notifications.ts'
import { roles } from '../../../shared/permissions.ts'
import type { NotificationKind } from '../../base/words/notification-words.ts'
import { type Decision, type DeliveryFacts, decide, learntBy } from './delivery.ts'

/** The table of docs/delivery.md, on every combination of facts. */

type Sort = 'other' | 'security' | 'reading' | 'plan' | 'extra'
const kinds: Record<Sort, NotificationKind[]> = {
  other: ['task-assigned', 'comment', 'problem-reported', 'problem-waiting', 'overdue', 'reminder', 'clock-corrected'],
  security: ['sign-in-new-browser', 'sign-in-failures', 'email-changed', 'provider-linked'],
  reading: ['sop-read-reminder'],
  plan: ['roster-published', 'shift-asked', 'exchange-asked', 'exchange-done'],
  extra: ['shift-wanted'],
}
const BOOLEANS = [true, false]

/** On duty, and on a break. */
const duties = [
  [true, false],
  [true, true],
  [false, false],
] as const

/** At a later time. */
const LATER = 1_800_000_000_000
/** When one about one's own plan may ring, and whether a newer one follows. */
const plansOf = (sort: Sort): [DeliveryFacts['ownPlan'], boolean][] =>
  sort !== 'plan' && sort !== 'extra'
    ? [[null, false]]
    : (['now', 'clock_in', LATER] as const).flatMap((ring) =>
        BOOLEANS.map((isFollowed): [typeof ring, boolean] => [ring, isFollowed]),
      )

type Case = DeliveryFacts & { sort: Sort }

function* everyCase(): Generator<Case> {
  for (const sort of ['other', 'security', 'reading', 'plan', 'extra'] as const)
    for (const kind of kinds[sort])
      for (const urgency of urgencies)
        for (const isOwnReminder of kind === 'reminder' ? BOOLEANS : [false])
          for (const role of roles)
            for (const notify of [null, 'on_duty', 'always'] as const)
              for (const usesClock of BOOLEANS)
                for (const [isOnDuty, isOnBreak] of duties)
                  for (const isActive of BOOLEANS)
                    for (const known of [null, ...learntBy])
                      for (const [ownPlan, isFollowed] of plansOf(sort))
                        for (const isOver of kind === 'exchange-asked' || sort === 'extra' ? BOOLEANS : [false]) {
                          const person = { role, notify, usesClock, isOnDuty, isOnBreak, isActive }
                          const fact = { sort, kind, urgency, isOwnReminder, learntBy: known, isOver }
                          yield { ...fact, ownPlan, isFollowed, ...person }
                        }
}

type Outcome = Decision['because']
/** A row of the table: its condition, and its result. The rows exclude each other. */
type Line = [outcome: Outcome, rings: boolean, when: (facts: Case) => boolean]

const isKnown = ({ learntBy }: Case) => learntBy !== null
const canRing = (facts: Case) => facts.isActive && !isKnown(facts) && !facts.isOver
/** Off duty, or on a break. */
const isOff = (facts: Case) => canRing(facts) && (!facts.isOnDuty || facts.isOnBreak)
const canWait = (facts: Case) =>
  isOff(facts) && facts.sort !== 'security' && facts.urgency === 'normal' && !facts.isOwnReminder
const isPlain = (facts: Case) => canWait(facts) && !facts.isOnBreak
/** Duty matters only to users of a department that uses the clock, unless they choose otherwise. */
const byClock = ({ role, usesClock }: Case) => role === 'user' && usesClock
/** A question whether somebody could come has its own times, whatever they choose. */
const choosesDuty = (facts: Case) =>
  facts.sort === 'extra' || facts.notify === 'on_duty' || (facts.notify === null && byClock(facts))
const isUnpaidReading = (facts: Case) => facts.sort === 'reading' && byClock(facts)

const isOffDuty = (facts: Case) => isPlain(facts) && !isUnpaidReading(facts) && choosesDuty(facts)
/** It may ring off duty, now or later. */
const isOfDay = ({ ownPlan }: Case) => ownPlan !== null && ownPlan !== 'clock_in'

const table: Line[] = [
  ['inactive', false, ({ isActive }) => !isActive],
  ['read', false, ({ isActive, learntBy }) => isActive && learntBy === 'read'],
  ['briefed', false, ({ isActive, learntBy }) => isActive && learntBy === 'briefed'],
  ['shown', false, ({ isActive, learntBy }) => isActive && learntBy === 'shown'],
  ['rang', false, ({ isActive, learntBy }) => isActive && learntBy === 'rang'],
  ['over', false, (facts) => facts.isActive && !isKnown(facts) && facts.isOver],
  ['on_duty', true, (facts) => canRing(facts) && facts.isOnDuty && !facts.isOnBreak],
  ['security', true, (facts) => isOff(facts) && facts.sort === 'security'],
  ['urgent', true, (facts) => isOff(facts) && facts.sort !== 'security' && facts.urgency === 'urgent'],
  ['own_reminder', true, (facts) => isOff(facts) && facts.urgency === 'normal' && facts.isOwnReminder],
  ['on_break', false, (facts) => canWait(facts) && facts.isOnBreak],
  ['reading', false, (facts) => isPlain(facts) && isUnpaidReading(facts)],
  ['always', true, (facts) => isPlain(facts) && !isUnpaidReading(facts) && !choosesDuty(facts)],
  ['off_duty', false, (facts) => isOffDuty(facts) && (facts.ownPlan === null || facts.ownPlan === 'clock_in')],
  ['followed', false, (facts) => isOffDuty(facts) && isOfDay(facts) && facts.isFollowed],
  ['own_plan', true, (facts) => isOffDuty(facts) && facts.ownPlan === 'now' && !facts.isFollowed],
  ['own_plan_later', false, (facts) => isOffDuty(facts) && facts.ownPlan === LATER && !facts.isFollowed],
]

test('every combination is in one row of the table, and is decided as it says', () => {
  const seen = new Map<Outcome, number>()
  for (const facts of everyCase()) {
    const lines = table.filter(([, , when]) => when(facts))
    if (lines.length !== 1) throw new Error(`${lines.length} rows fit ${JSON.stringify(facts)}`)
    const [because, rings] = lines[0] as Line
    const at = because === 'own_plan_later' ? { at: LATER } : {}
    if (JSON.stringify(decide(facts)) !== JSON.stringify({ rings, because, ...at }))
      throw new Error(`${JSON.stringify(facts)} gave ${JSON.stringify(decide(facts))} instead of ${because}`)
    seen.set(because, (seen.get(because) ?? 0) + 1)
  }
  expect([...seen.keys()].sort()).toEqual(table.map(([because]) => because).sort())
})
