import { useEffect } from 'react'
import { shownStatus, type Task } from '../../shared/tasks.ts'
import { createStore } from '../store.ts'

const TICK = 20_000

/** The time by which cards are overdue. It moves rarely: the server tells of a task that falls due as well. */
const clock = createStore(Date.now())

/** Keeps the board's clock going; once, by the board. */
export function useBoardClock() {
  useEffect(() => {
    const tick = () => clock.set(Date.now())
    tick()
    const timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
}

/** Whether a task's due date is past while it is not completed; renders again only when that changes. */
export const useIsLate = (task: Task) => clock.useSelected((now) => isLate(task, now))

export const isLate = (task: Pick<Task, 'status' | 'dueDate'>, now = Date.now()) =>
  task.dueDate !== null && task.status !== 'completed' && Date.parse(task.dueDate) < now

export const shownNow = (task: Pick<Task, 'status' | 'dueDate'>) => shownStatus(task, Date.now())
