import { useEffect, useRef, useState } from 'react'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { type Edge, stretchedTimes } from './stretch.ts'

/** Milliseconds without a further key after which new times are saved: one edit, and one step to undo. */
const SETTLED = 700

/** The times that a shift gets, and perhaps another person. */
export interface NewTimes {
  start: string
  end: string
  userId?: string | null
}

interface Pending {
  before: RosterShift
  after: RosterShift
  timer: number
}

/** Times of a shift that are shown before they are saved. `save` returns when they are. */
export function useStretching(save: (shift: RosterShift, times: NewTimes) => Promise<unknown>) {
  const [stretched, setStretched] = useState<RosterShift>()
  const pending = useRef<Pending>(undefined)
  const commits = useRef(0)
  const latest = useRef(save)
  latest.current = save

  const show = (before: RosterShift, times: NewTimes, timer: number) => {
    clearTimeout(pending.current?.timer)
    const after = { ...before, start: times.start, end: times.end }
    pending.current = { before, after, timer }
    setStretched(after)
  }
  const commit = useRef((userId?: string | null) => {
    const change = pending.current
    if (!change) return
    clearTimeout(change.timer)
    pending.current = undefined
    const { before, after } = change
    const isMoved = userId !== undefined && userId !== before.userId
    commits.current += 1
    const own = commits.current
    // Later times of the shift may be on their way: they stay until these are saved.
    const hide = () => {
      if (!pending.current && own === commits.current) setStretched(undefined)
    }
    if (!isMoved && after.start === before.start && after.end === before.end) return hide()
    const times = { start: after.start, end: after.end, ...(isMoved && { userId }) }
    void latest.current(before, times).then(hide)
  }).current
  // Somebody who leaves the page has meant what they see.
  useEffect(() => () => commit(), [commit])

  return {
    /** The shift as it looks until the times are saved. */
    stretched,
    /** Moves an edge by some minutes. Does nothing where the shift would be too short or too long. */
    stretch(shift: RosterShift, edge: Edge, minutes: number) {
      if (pending.current && pending.current.before.id !== shift.id) commit()
      // Earlier times may be on their way to the server.
      const shown = stretched?.id === shift.id ? stretched : shift
      const times = stretchedTimes(pending.current?.after ?? shown, edge, minutes)
      if (times) show(pending.current?.before ?? shown, times, window.setTimeout(commit, SETTLED))
    },
    /** Shows the times to which a shift is dragged. */
    drag(shift: RosterShift, times: NewTimes) {
      if (pending.current && pending.current.before.id !== shift.id) commit()
      show(shift, times, 0)
    },
    /** Saves the dragged times, and perhaps another person. */
    drop: commit,
    /** Leaves a dragged shift as it was. */
    cancel() {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
      setStretched(undefined)
    },
  }
}
export type Stretching = ReturnType<typeof useStretching>
