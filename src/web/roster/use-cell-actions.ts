import { type KeyboardEvent, useRef } from 'react'
import {
  MAX_SHIFTS_PER_CALL,
  type ManyShifts,
  type RosterShift,
  type ShiftTemplate,
} from '../../shared/roster/shapes.ts'
import { daysLater } from '../../shared/time/time.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { CellActions } from './grid.tsx'
import type { RowOwner } from './grid-cells.ts'
import { asNew } from './plan-edits.ts'
import { QUARTER } from './stretch.ts'
import type { Stretching } from './use-stretching.ts'

/** Copied shifts: of a cell, or of a row with the first day of its period. */
interface Copied {
  shifts: readonly RosterShift[]
  /** Null for a cell. */
  from: string | null
}

interface Plan {
  departmentId: number
  /** The first day that is shown. */
  from: string
  templates: readonly ShiftTemplate[]
  edit: (changes: ManyShifts) => void
  stretching: Stretching
  onOpen: (shift: RosterShift) => void
  onNew: (userId: RowOwner, date: string) => void
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The keys and the dragging of planners in the grid. */
export function useCellActions({ departmentId, from, templates, edit, stretching, onOpen, onNew }: Plan): CellActions {
  const i18n = useI18n()
  const copied = useRef<Copied>(undefined)

  const copy = (shifts: readonly RosterShift[], date: string | null) => {
    if (shifts.length === 0) return false
    copied.current = { shifts, from: date === null ? from : null }
    if (date === null)
      toast({
        title: i18n.t('{count, plural, one {# shift copied} other {# shifts copied}}', { count: shifts.length }),
      })
    return true
  }
  /** A cell is pasted into a cell. A row goes to the same days of the period that is shown, wherever in a row. */
  const paste = (userId: RowOwner, date: string | null) => {
    if (!copied.current) return false
    const { shifts, from: first } = copied.current
    if (first === null && date === null) return false
    if (shifts.length > MAX_SHIFTS_PER_CALL) {
      toastError(
        i18n.t(
          '{count, plural, one {At most # shift can be copied at once} other {At most # shifts can be copied at once}}',
          {
            count: MAX_SHIFTS_PER_CALL,
          },
        ),
      )
      return true
    }
    const dateOf = (shift: RosterShift) =>
      first === null ? (date as string) : daysLater(shift.date, daysBetween(first, from))
    edit({ create: shifts.map((shift) => ({ ...asNew(shift), departmentId, userId, date: dateOf(shift) })) })
    return true
  }
  const stretch = (event: KeyboardEvent, shift: RosterShift | undefined) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const later = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    if (!shift || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return false
    stretching.stretch(shift, event.shiftKey ? 'start' : 'end', event.key === later ? QUARTER : -QUARTER)
    return true
  }

  return {
    onOpen,
    onNew,
    onMove(shift, userId, date) {
      if (shift.userId === userId && shift.date === date) return
      edit({ update: [{ id: shift.id, userId, date, updatedAt: shift.plan?.updatedAt }] })
    },
    onKey(event, userId, date, shifts) {
      const isModified = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      const there = shifts.filter(({ plan }) => !plan?.isRemoved)
      if (isModified && key === 'c') return copy(there, date)
      if (isModified && key === 'v') return paste(userId, date)
      if (isModified || date === null) return false
      const [first] = shifts
      if (event.altKey) return stretch(event, there[0])
      if (key === 'n' || (key === 'enter' && !first)) onNew(userId, date)
      else if (key === 'enter' && first) onOpen(first)
      else if ((key === 'delete' || key === 'backspace') && there.length > 0)
        edit({ remove: there.map(({ id, plan }) => ({ id, updatedAt: plan?.updatedAt })) })
      else if (/^[1-9]$/.test(key)) {
        const template = templates[Number(key) - 1]
        if (!template) return false
        const { id: templateId, start, end, breakMinutes } = template
        edit({ create: [{ departmentId, userId, date, templateId, start, end, breakMinutes }] })
      } else return false
      return true
    },
  }
}
