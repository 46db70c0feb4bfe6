import { useRef } from 'react'
import type * as z from 'zod/mini'
import type { ManyShifts, NewShift, RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'

/** Changes of the plan that can be taken back, as long as the page is open. */

type Edit = z.output<typeof rosterApi.many.body>
const MAX_UNDOABLE = 20

/** The draft of a shift, to make it anew. */
export const asNew = (shift: RosterShift): NewShift => {
  const { departmentId, userId, date, start, end, breakMinutes, title, note, templateId } = shift
  return {
    ...{ departmentId, userId, date, start, end, breakMinutes, title, note, templateId },
    isPinned: shift.plan?.isPinned ?? false,
  }
}

/** The edit that takes another back: created shifts go, and the others get their former values. */
export function undoOf(edit: Edit, befores: readonly RosterShift[], saved: readonly RosterShift[]): ManyShifts {
  const created = saved.slice(0, edit.create?.length ?? 0)
  const updated = new Set((edit.update ?? []).map(({ id }) => id))
  const removed = new Set((edit.remove ?? []).map(({ id }) => id))
  const restored = befores.filter(({ id, plan }) => updated.has(id) || (removed.has(id) && plan?.published !== null))
  const gone = befores.filter(({ id, plan }) => removed.has(id) && plan?.published === null)
  return {
    create: gone.map(asNew),
    update: restored.map((shift) => {
      const { departmentId: _, ...values } = asNew(shift)
      return { id: shift.id, ...values }
    }),
    remove: created.map(({ id }) => ({ id })),
  }
}

/** Edits the plan, and takes the last edits back. `shifts` are those on the screen. */
export function usePlanEdits(shifts: readonly RosterShift[]) {
  const i18n = useI18n()
  const undoable = useRef<ManyShifts[]>([])
  const { mutateAsync: send, isPending } = useCall(rosterApi.many)
  /** Saves an edit. Throws if it is refused. */
  const save = async (edit: ManyShifts) => {
    const { shifts: saved } = await send({ body: edit })
    undoable.current = [...undoable.current, undoOf(edit, shifts, saved)].slice(-MAX_UNDOABLE)
    return saved
  }
  const shown = async <T>(work: Promise<T>) => {
    try {
      return await work
    } catch (error) {
      toastError(messageOf(error, i18n.t('The plan could not be saved')))
      return undefined
    }
  }
  return {
    isPending,
    save,
    /** Saves an edit, and says if it is refused. Returns the saved shifts, or undefined. */
    edit: (edit: ManyShifts) => shown(save(edit)),
    async undo() {
      const edit = undoable.current.pop()
      if (edit && (await shown(send({ body: edit }))))
        toast({ title: i18n.t('Taken back'), short: i18n.t('Taken back') })
    },
  }
}
