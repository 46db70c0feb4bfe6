import { useEffect } from 'react'
import { shownStatus } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { createStore } from '../store.ts'

const TICK_MS = 20_000

/** The time that decides which cards are overdue. It may move slowly: the server also announces each task that falls due. */
const clock = createStore(Date.now())

/** Keeps the board's clock going. The page of tasks calls it once. */
export function useBoardClock() {
  useEffect(() => {
    const tick = () => clock.set(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
}

/** `isLate` of a task that is not closed, as time goes by. The component renders again only when the result changes. */
export const useIsLate = (task: Task) => clock.useSelected((now) => !task.closedAt && isLate(task, now))

/** A value that depends on the time (milliseconds). The component renders again only when it changes. */
export const useBoardTime = <T extends string | number | boolean>(compute: (now: number) => T) =>
  clock.useSelected(compute)

/** Whether a task's due date is past and it is not completed. */
export const isLate = (task: Pick<Task, 'status' | 'dueDate'>, now = Date.now()) =>
  task.dueDate !== null && task.status !== 'completed' && Date.parse(task.dueDate) < now

/** The status that people see now: see `shownStatus` in the contract. */
export const shownStatusNow = (task: Pick<Task, 'status' | 'dueDate'>) => shownStatus(task, Date.now())
