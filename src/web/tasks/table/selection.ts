import { useCallback, useRef, useState } from 'react'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { MAX_TASKS_PER_CALL, type Task, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { i18nNow } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { loadedRows, type Rows, rowAt } from './use-rows.ts'

export type Selected = ReadonlyMap<number, Task>
const nothing: Selected = new Map()

/**
 * The selected rows. They are stored as tasks, so that rows scrolled out of view stay selected. Another filter clears
 * the selection, so that no action applies to tasks that are not shown.
 */
export function useSelection(filter: BoardFilter, rows: Rows) {
  const [selected, setSelected] = useState(nothing)
  const [selectedFilter, setSelectedFilter] = useState(filter)
  if (selectedFilter !== filter) {
    setSelectedFilter(filter)
    setSelected(nothing)
  }
  /** The beginning of a range, and the selection before it. */
  const anchor = useRef({ id: 0, index: 0, before: nothing })

  const set = useCallback((next: Selected) => {
    const i18n = i18nNow()
    if (next.size > MAX_TASKS_PER_CALL)
      toast({
        title: i18n.t('{max, plural, one {At most # task at once} other {At most # tasks at once}}', {
          max: MAX_TASKS_PER_CALL,
        }),
      })
    setSelected(new Map([...next].slice(0, MAX_TASKS_PER_CALL)))
  }, [])

  const toggle = (task: Task, index: number) => {
    const next = new Map(selected)
    if (!next.delete(task.id)) next.set(task.id, task)
    anchor.current = { id: task.id, index, before: next }
    set(next)
  }

  /** Selects the rows between two indexes, and those selected before. Reads rows that are not loaded. */
  const selectRange = async (from: number, to: number, before: Selected) => {
    try {
      const tasks = await tasksBetween(rows, Math.max(0, from), Math.min(to, rows.total - 1))
      set(new Map([...before, ...tasks.map((task) => [task.id, task] as const)]))
    } catch {
      const i18n = i18nNow()
      toastError(i18n.t('The tasks could not be loaded'))
    }
  }

  return {
    selected,
    toggle,
    /** Selects every row from the last selected one to this index. */
    extend(index: number) {
      const { id, before, ...known } = anchor.current
      const start = loadedRows(rows).find(({ task }) => task.id === id)?.index ?? known.index
      void selectRange(Math.min(start, index), Math.max(start, index), before)
    },
    /** Begins a range at this index, as long as nothing is selected. */
    beginAt(index: number) {
      if (selected.size === 0) anchor.current = { id: rowAt(rows, index)?.id ?? 0, index, before: nothing }
    },
    all: () => void selectRange(0, MAX_TASKS_PER_CALL - 1, nothing),
    clear: useCallback(() => setSelected(nothing), []),
  }
}

async function tasksBetween(rows: Rows, from: number, to: number): Promise<Task[]> {
  const indexes = Array.from({ length: Math.min(to - from + 1, MAX_TASKS_PER_CALL) }, (_, index) => from + index)
  const loaded = indexes.flatMap((index) => rowAt(rows, index) ?? [])
  if (loaded.length === indexes.length) return loaded
  const { tasks } = await call(tasksApi.list, { query: { ...rows.query, offset: from, limit: indexes.length } })
  return tasks
}
