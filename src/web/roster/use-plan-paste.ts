import { useDeferredValue, useMemo, useState } from 'react'
import { type ReadPlanRow, readPlan } from '../../shared/roster/read-plan.ts'
import {
  MAX_CHANGES_PER_CALL,
  MAX_SHIFTS_PER_CALL,
  type ManyShifts,
  type NewShift,
  type Roster,
  type ShiftTemplate,
} from '../../shared/roster/shapes.ts'
import { writesMonthFirst } from '../../shared/words/formats.ts'
import { isLanguage } from '../../shared/words/languages.ts'
import { useI18n } from '../language.ts'
import { toast } from '../ui/toast.tsx'

/** The meaning of a name that nobody has: a person's id, empty for open shifts, or null to leave its row out. */
export type NameMeaning = string | null

/** More shifts than one publish takes are no plan that somebody has pasted. */
export const MAX_PASTED = MAX_CHANGES_PER_CALL

/** A save that failed: why, and how many shifts were saved before it, and how many were not. */
interface PasteFailure {
  error: unknown
  saved: number
  rest: number
}

/**
 * The pasted text of a plan, what it says, and the calls that make drafts of it. A long plan is saved in parts. If one
 * fails, the parts before it stay, and the rest can be tried again. `onCreated` is called after the last part.
 */
export function usePlanPaste(
  { roster, departmentId, days, templates }: PasteTarget,
  save: (edit: ManyShifts) => Promise<unknown>,
  onCreated: () => void,
) {
  const i18n = useI18n()
  const [text, setText] = useState('')
  const [meant, setMeant] = useState<ReadonlyMap<string, NameMeaning>>(new Map())
  const [leavesFaults, setLeavesFaults] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [failure, setFailure] = useState<PasteFailure>()
  // A long text is read after its letters are on the screen.
  const known = useDeferredValue(text)
  const members = useMemo(
    () => roster.people.filter(({ hasLeft }) => !hasLeft).map(({ user }) => user),
    [roster.people],
  )
  const language = isLanguage(i18n.locale) ? i18n.locale : 'en'
  const plan = useMemo(
    () =>
      readPlan(known, {
        ...{ days, language, people: members, templates },
        isMonthFirst: writesMonthFirst({ i18n }),
        openNames: [i18n.t('Open shifts'), i18n.t('Open shift'), 'Open', 'Open shifts'],
      }),
    [known, days, language, members, templates, i18n],
  )
  const meaningOf = (row: ReadPlanRow): NameMeaning | undefined =>
    row.userId === undefined ? meant.get(row.name) : (row.userId ?? '')
  const filled = plan.rows.filter(({ cells }) => cells.length > 0)
  const unknown = [...new Set(filled.filter(({ userId }) => userId === undefined).map(({ name }) => name))]
  const unanswered = unknown.filter((name) => !meant.has(name))
  const used = filled.filter((row) => {
    const meaning = meaningOf(row)
    return meaning !== undefined && meaning !== null
  })
  const faulty = used.flatMap((row) =>
    row.cells.filter(({ faults }) => faults.length > 0).map((cell) => ({ row, cell })),
  )
  const shifts = used.flatMap((row) =>
    row.cells.flatMap(({ date, shifts }) =>
      shifts.map((shift): NewShift => ({ departmentId, userId: meaningOf(row) || null, date, ...shift })),
    ),
  )
  const { missing, alreadyThere } = useMemo(() => withoutKnown(shifts, roster), [shifts, roster])
  const isTooMany = missing.length > MAX_PASTED
  const isReady =
    text === known &&
    missing.length > 0 &&
    unanswered.length === 0 &&
    (faulty.length === 0 || leavesFaults) &&
    !isTooMany &&
    !isCreating

  return {
    ...{ text, plan, members, unknown, meant, used, faulty, leavesFaults, setLeavesFaults },
    ...{ missing, alreadyThere, isTooMany, isReady, isCreating, failure },
    type(next: string) {
      setText(next)
      setFailure(undefined)
    },
    mean: (name: string, meaning: NameMeaning | undefined) => {
      const next = new Map(meant)
      if (meaning === undefined) next.delete(name)
      else next.set(name, meaning)
      setMeant(next)
    },
    async submit() {
      if (!isReady) return
      setCreating(true)
      setFailure(undefined)
      let saved = 0
      try {
        while (saved < missing.length) {
          const part = missing.slice(saved, saved + MAX_SHIFTS_PER_CALL)
          await save({ create: part })
          saved += part.length
        }
        toast({
          title: i18n.t('{count, plural, one {# shift planned as a draft} other {# shifts planned as drafts}}', {
            count: saved,
          }),
        })
        onCreated()
      } catch (error) {
        setFailure({ error, saved, rest: missing.length - saved })
      }
      setCreating(false)
    },
  }
}
export type PlanPaste = ReturnType<typeof usePlanPaste>

/** The plan that the pasted one is added to. */
export interface PasteTarget {
  roster: Roster
  departmentId: number
  /** The days that are shown. */
  days: readonly string[]
  templates: readonly ShiftTemplate[]
}

/** Shifts that the plan does not have yet, so that a table that is pasted twice adds nothing. */
function withoutKnown(shifts: readonly NewShift[], { shifts: known }: Pick<Roster, 'shifts'>) {
  const signOf = ({ userId = null, date, start, end }: Pick<NewShift, 'userId' | 'date' | 'start' | 'end'>) =>
    [userId, date, start, end].join(' ')
  const counts = new Map<string, number>()
  for (const shift of known) if (!shift.plan?.isRemoved) counts.set(signOf(shift), (counts.get(signOf(shift)) ?? 0) + 1)
  const missing = shifts.filter((shift) => {
    const count = counts.get(signOf(shift)) ?? 0
    counts.set(signOf(shift), count - 1)
    return count <= 0
  })
  return { missing, alreadyThere: shifts.length - missing.length }
}
