import { useEffect, useMemo, useState } from 'react'
import type { Task } from '../../shared/tasks.ts'
import { type TaskSection, type TaskSectionName, type Today, taskSections } from '../../shared/today.ts'
import { useBoardActions } from '../task/board-context.ts'
import { type Move, useMoves } from '../task/moves.ts'

interface Finished {
  /** The task as it was before. */
  task: Task
  section: TaskSectionName
  at: number
  /** False once it has been taken back. */
  isDone: boolean
}

/** After so many ms, an unchanged task has been taken back, or the server has refused to finish it. */
const SETTLED_MS = 1000

/**
 * The tasks of each section. A task that is finished here stays at its place, so that nothing moves below the finger,
 * and a second press takes it back. It goes when the screen is left, and when the day ends.
 */
export function useFinishing(today: Today) {
  const { setStatus } = useBoardActions()
  const moves = useMoves()
  const [finished, setFinished] = useState<readonly Finished[]>([])
  const present = useMemo(
    () => new Set(taskSections.flatMap((name) => today[name]?.tasks ?? []).map(({ id }) => id)),
    [today],
  )
  useEffect(() => {
    // A move may end just before the reply that holds it is drawn, so that its outcome is noted.
    setFinished((all) => all.map((each) => withMove(each, moves.get(each.task.id))))
    const timer = setTimeout(
      () => setFinished((all) => all.filter(({ task: { id } }) => !present.has(id) || moves.has(id))),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [present, moves])

  const isDone = (id: number) => {
    const move = moves.get(id)
    return move ? move.to === 'completed' : (finished.find(({ task }) => task.id === id)?.isDone ?? false)
  }
  const isDeleted = (id: number) => moves.get(id)?.to === null

  function sectionOf(name: TaskSectionName): TaskSection {
    const { tasks: known = [], total = 0 } = today[name] ?? {}
    const tasks = [...known]
    const gone = finished.filter(({ task, section }) => section === name && !present.has(task.id))
    for (const { task, at } of gone) tasks.splice(at, 0, task)
    return { tasks: tasks.filter(({ id }) => !isDeleted(id)), total: total + gone.length }
  }

  return {
    isDone,
    /** The tasks of a section with those that were finished here, which its total counts too. */
    sectionOf,
    finish(section: TaskSectionName, task: Task) {
      const at = sectionOf(section).tasks.findIndex((shown) => shown.id === task.id)
      const others = finished.filter((other) => other.task.id !== task.id)
      setFinished([...others, { task, section, at, isDone: true }])
      setStatus(task, 'completed')
    },
    takeBack: (task: Task) => setStatus({ ...task, status: 'completed' }, task.status),
  }
}

const withMove = (finished: Finished, move: Move | undefined): Finished =>
  move ? { ...finished, isDone: move.to === 'completed' } : finished
