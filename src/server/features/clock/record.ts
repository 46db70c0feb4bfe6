import type { clockApi } from '../../../shared/clock.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf, daysFromTo } from '../../../shared/time/time.ts'
import { withWhich } from '../../../shared/words/exact-time.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { type RecordedPart, recordedDays, type WorkRecord } from '../../../shared/work-record.ts'
import type { Sheet } from '../../adapters/sheets.ts'
import { personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { departmentOf } from '../../db/departments.ts'
import { sessionsTouching } from './sessions.ts'

type Asked = Pick<Input<typeof clockApi.record>, 'query'>

/**
 * The record of one person: begin, end and breaks of each day, also of a person who has left. Throws 403 or 404 when
 * the viewer may not see it.
 */
export async function readRecord(ctx: Context, { query }: Asked): Promise<WorkRecord> {
  const { timeZone } = ctx.services.config
  const { id, firstName, lastName, profileImageUrl, departmentId } = await personOnTheClockFor(
    ctx,
    query.userId ?? ctx.viewer.id,
    'clock:record',
  )
  const department = await departmentOf(ctx.db, departmentId)
  const range = daysFromTo(query.from, query.to, timeZone)
  const { from, to } = boundsOf(range)
  const days = recordedDays(await sessionsTouching(ctx, id, from, to), range, ctx.now.getTime(), timeZone)
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  return { user: { id, firstName, lastName, profileImageUrl }, department, days, total }
}

/** A line of the file. The first line of a day has its hours, the last line of all has their sum. */
interface Line {
  name: string
  date: string | null
  part: RecordedPart | null
  minutes: number | null
}

/** The same as a file: a line for each part of a day, with times of the wall clock. */
export function exportRecord(ctx: Context, { query }: Asked): Sheet<Line> {
  const { reader } = ctx
  const { i18n } = reader
  return {
    columns: [
      { heading: i18n.t('Person'), kind: 'text', value: ({ name }) => name },
      { heading: i18n.t('Day'), kind: 'date', value: ({ date }) => date },
      {
        heading: i18n.t('Begin ##of work on a day'),
        kind: 'text',
        value: ({ part }) => part && withWhich(part.start, part.startTime, reader),
      },
      { heading: i18n.t('End ##of work on a day'), kind: 'text', value: ({ part }) => part && endOf(part, reader) },
      { heading: i18n.t('Breaks'), kind: 'text', value: ({ part }) => part && breaksOf(part, reader) },
      { heading: i18n.t('Hours'), kind: 'hours', value: ({ minutes }) => (minutes === null ? null : minutes / 60) },
      { heading: i18n.t('Note'), kind: 'text', value: ({ part }) => part && notesOf(part, reader) },
    ],
    batches: linesOf(ctx, { query }),
  }
}

async function* linesOf(ctx: Context, asked: Asked) {
  const { user, days, total } = await readRecord(ctx, asked)
  const name = `${user.firstName} ${user.lastName}`
  const lines = days.flatMap(({ date, parts, minutes }): Line[] =>
    parts.length === 0
      ? [{ name, date, part: null, minutes }]
      : parts.map((part, at) => ({ name, date, part, minutes: at === 0 ? minutes : null })),
  )
  yield [...lines, { name: ctx.reader.i18n.t('Total'), date: null, part: null, minutes: total }]
}

/** The end of a part of a day, or of a break in it. "24:00" is no time of the clock. */
const endOf = ({ end, endTime }: Pick<RecordedPart, 'end' | 'endTime'>, reader: Reader) =>
  end === null || endTime === null || end === '24:00' ? end : withWhich(end, endTime, reader)

const breaksOf = ({ breaks }: RecordedPart, reader: Reader) =>
  breaks.map((one) => `${withWhich(one.start, one.startTime, reader)}–${endOf(one, reader) ?? ''}`).join(' ')

const notesOf = ({ isCorrected, needsReview }: RecordedPart, { i18n }: Reader) =>
  [isCorrected && i18n.t('corrected ##hours, by a manager'), needsReview && i18n.t('to review ##hours')]
    .filter(Boolean)
    .join(', ')
