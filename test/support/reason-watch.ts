import { kindsOfAbsence } from './roster-absences-by-hand.ts'

/** Looks through everything that somebody receives for the reasons of absences that are none of their business. */

const MARK = /Marked-(\d+)-/g
const WORDS = /\b(sick|sickness|ill|illness|vacation|unpaid)\b/i

/** Whether somebody may know why a person is away. */
type Knows = (user: string) => boolean

export class ReasonWatch {
  private readonly marks: string[] = []

  /** A text for the note or the reason of a person's absence, which is found again wherever it stands. */
  mark(user: string) {
    this.marks.push(user)
    return `Marked-${this.marks.length - 1}-text`
  }

  /** Where a value tells a reason to somebody who may not know it. */
  leaksOf(value: unknown, knows: Knows, path = '', isKnown = false): string[] {
    if (typeof value === 'string') {
      const marked = [...value.matchAll(MARK)].some(([, at]) => !knows(this.marks[Number(at)] ?? ''))
      return marked || (!isKnown && WORDS.test(value)) ? [`${path}: ${value}`] : []
    }
    if (typeof value !== 'object' || value === null) return []
    const { user } = value as { user?: { id?: string } | null }
    const isOfPerson = isKnown || (typeof user?.id === 'string' && knows(user.id))
    return Object.entries(value).flatMap(([name, one]) => {
      const isKind = name === 'kind' && (kindsOfAbsence as readonly unknown[]).includes(one)
      if (isKind && !isOfPerson) return [`${path}.kind: ${one}`]
      return this.leaksOf(one, knows, `${path}.${name}`, isOfPerson)
    })
  }
}
