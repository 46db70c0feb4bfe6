import type { DepartmentName } from '../departments.ts'
import type { PersonName } from '../people.ts'

/** A chapter fills a page: what it is about, the steps in order, and what to keep in mind. */
interface Chapter {
  heading: string
  about: string
  steps: string[]
  note?: string
}

export interface SampleSop {
  title: string
  /** Null: global. */
  department: DepartmentName | null
  by: PersonName
  version: string
  /** How many days ago the file was uploaded. */
  uploaded: number
  /** The version before it, and how many days ago that came. */
  before?: { version: string; uploaded: number }
  /** What this version changes. */
  changed?: string
  chapters: Chapter[]
}
