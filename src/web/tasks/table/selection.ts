import { useCallback, useRef, useState } from 'react'
import { type BoardFilter, MAX_TASKS_PER_CALL, type Task, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { countOf } from '../counts.ts'
import { type Rows, rowAt, rowsHere } from './use-rows.ts'

export type Selected = ReadonlyMap<number, Task>
const nothing: Selected = new Map()

/**
 * The rows chosen for a deed on many: kept as tasks, so that what has been scrolled out of sight stays chosen. Another filter
 * ends it: nothing is done to tasks that nobody sees.
 */
export function useSelection(filter: BoardFilter, rows: Rows) {
  const [selected, setSelected] = useState(nothing)
  const [of, setOf] = useState(filter)
  if (of !== filter) {
    setOf(filter)
    setSelected(nothing)
  }
  /** Where a range begins, and what was chosen besides. */
  const anchor = useRef({ id: 0, index: 0, besides: nothing })

  const set = useCallback((next: Selected) => {
    if (next.size > MAX_TASKS_PER_CALL) toast({ title: `At most ${countOf(MAX_TASKS_PER_CALL)} tasks at once` })
    setSelected(new Map([...next].slice(0, MAX_TASKS_PER_CALL)))
  }, [])

  const toggle = (task: Task, index: number) => {
    const next = new Map(selected)
    if (!next.delete(task.id)) next.set(task.id, task)
    anchor.current = { id: task.id, index, besides: next }
    set(next)
  }

  /** Chooses the rows between two places; those that are not here are read for it. */
  const choose = async (from: number, to: number, besides: Selected) => {
    try {
      const tasks = await tasksBetween(rows, Math.max(0, from), Math.min(to, rows.total - 1))
      set(new Map([...besides, ...tasks.map((task) => [task.id, task] as const)]))
    } catch {
      toastError('The tasks could not be loaded')
    }
  }

  return {
    selected,
    toggle,
    /** Chooses everything from where the last choice was made to here. */
    extend(index: number) {
      const { id, besides, ...known } = anchor.current
      const start = rowsHere(rows).find(({ task }) => task.id === id)?.index ?? known.index
      void choose(Math.min(start, index), Math.max(start, index), besides)
    },
    /** Begins a range here, as long as nothing is chosen. */
    beginAt(index: number) {
      if (selected.size === 0) anchor.current = { id: rowAt(rows, index)?.id ?? 0, index, besides: nothing }
    },
    all: () => void choose(0, MAX_TASKS_PER_CALL - 1, nothing),
    clear: useCallback(() => setSelected(nothing), []),
  }
}

async function tasksBetween(rows: Rows, from: number, to: number): Promise<Task[]> {
  const places = Array.from({ length: Math.min(to - from + 1, MAX_TASKS_PER_CALL) }, (_, index) => from + index)
  const here = places.flatMap((index) => rowAt(rows, index) ?? [])
  if (here.length === places.length) return here
  const { tasks } = await call(tasksApi.list, { query: { ...rows.query, offset: from, limit: places.length } })
  return tasks
}
