import type { ThreadMessage } from '../../shared/threads.ts'
import { dateOf } from '../../shared/time/time.ts'

/** Messages of one person that follow each other within so many milliseconds stand together. */
const TOGETHER_MS = 5 * 60_000

/** A message with its place among the others. */
export interface PlacedMessage {
  message: ThreadMessage
  /** Its day (YYYY-MM-DD), if it is the first of it. */
  day: string | null
  /** Whether it begins a run of messages of its sender, and ends one. */
  isFirst: boolean
  isLast: boolean
}

/** Messages in their order, with the days that they begin, and the runs of each sender. */
export function placed(messages: readonly ThreadMessage[], timeZone: string): PlacedMessage[] {
  const dayOf = ({ createdAt }: ThreadMessage) => dateOf(Date.parse(createdAt), timeZone)
  const areTogether = (one: ThreadMessage | undefined, other: ThreadMessage | undefined) =>
    one !== undefined &&
    other !== undefined &&
    one.sender.id === other.sender.id &&
    dayOf(one) === dayOf(other) &&
    Date.parse(other.createdAt) - Date.parse(one.createdAt) < TOGETHER_MS
  return messages.map((message, at) => {
    const [before, after] = [messages[at - 1], messages[at + 1]]
    const day = dayOf(message)
    return {
      message,
      day: before && dayOf(before) === day ? null : day,
      isFirst: !areTogether(before, message),
      isLast: !areTogether(message, after),
    }
  })
}

/** The first of the messages that the viewer has not read; undefined for none. */
export function firstUnread(messages: readonly ThreadMessage[], viewerId: string, unread: number): number | undefined {
  const ofOthers = messages.filter(({ sender, takenBackAt }) => sender.id !== viewerId && takenBackAt === null)
  return unread === 0 ? undefined : (ofOthers.at(-unread)?.id ?? ofOthers[0]?.id)
}
