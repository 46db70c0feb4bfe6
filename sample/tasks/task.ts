import type { Priority } from '../../src/shared/task-status.ts'
import type { PersonName } from '../people.ts'
import type { ProjectName } from '../projects.ts'

/** A task of the sample hotel. What it leaves out is drawn by lot, so that each day's hotel is a little different. */
export interface SampleTask {
  title: string
  description?: string
  tags?: string[]
  /** Medium when absent. */
  priority?: Priority
  /** Who made it: the department's manager when absent. */
  by?: PersonName
  /** Whose it is: somebody of the department when absent; null for nobody. */
  for?: PersonName | null
  project?: ProjectName
  /** How many days ago it was completed; open when absent. */
  done?: number
  /** How many days ago an open one was made; by lot when absent. */
  made?: number
  /** The status of an open one; pending when absent. */
  status?: 'in_progress' | 'overdue'
  /**
   * When an open one is due: days from today, and a time, else the end of that day; never when absent. Negative days are
   * overdue. What would fall due within two hours of loading is put off by a day.
   */
  due?: [days: number, time?: string]
}
