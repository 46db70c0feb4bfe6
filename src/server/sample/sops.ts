import { Readable } from 'node:stream'
import { pdfOfSop } from '../../../sample/sop-pdf.ts'
import { type SampleSop, sampleSops } from '../../../sample/sops.ts'
import { diceOf } from '../../../sample/story.ts'
import { may } from '../../shared/permissions.ts'
import { sopFor } from '../core/access/access.ts'
import type { Context } from '../core/context.ts'
import { confirmReading } from '../features/sops/confirm.ts'
import { addSop } from '../features/sops/create.ts'
import { openDocument } from '../features/sops/document.ts'
import { changeSop } from '../features/sops/update.ts'
import { type Employee, HOUR, type Hotel, sampleContext } from './hotel.ts'

const DAY = 24 * HOUR
/** The share of readers who have confirmed a version some days after its upload. */
const READ_SHARE = 0.7

/** The procedures of the sample hotel: real PDFs that their authors upload and most of their readers confirm. */
export function sopActions({ ctx, calendar, departmentIds, staff }: Hotel) {
  const as = (person: Employee, at: number) => sampleContext(ctx, person, at)
  const dice = diceOf(7 + calendar.day(0) / HOUR)
  return sampleSops.flatMap((sop) => {
    const author = staff[sop.by] as Employee
    const departmentId = sop.department === null ? null : (departmentIds[sop.department] ?? null)
    const first = sop.before ?? sop
    const moment = (daysAgo: number) => calendar.workingTime(-daysAgo, dice.roll(), 9, 16)
    const created = moment(first.uploaded)
    let id: number
    const create = async () => {
      const authorCtx = as(author, created)
      const fields = { title: sop.title, departmentId, version: first.version }
      id = (await addSop(authorCtx, fields, await storePdf(authorCtx, sop, first.version))).id
    }
    const renewed = moment(sop.uploaded)
    const renew = async () => {
      const authorCtx = as(author, renewed)
      const row = await sopFor(authorCtx, id, 'sop:update')
      const changes = { version: sop.version, ...(sop.changed && { changeNote: sop.changed }) }
      await changeSop(authorCtx, row, changes, await storePdf(authorCtx, sop, sop.version))
    }
    const uploaded = sop.before ? renewed : created
    const readers = Object.values(staff).filter(
      (person) =>
        may(person, 'sop:confirm', { departmentId }) && person.departmentId === (departmentId ?? person.departmentId),
    )
    const readings = readers.flatMap((person) => {
      const at = uploaded + dice.between(0.2, 9) * DAY
      if (dice.roll() > READ_SHARE || at >= calendar.now) return []
      const read = () => {
        const body = { revision: sop.before ? 2 : 1 }
        return confirmReading(as(person, Math.floor(at)), { params: { id }, query: undefined, body })
      }
      return [{ at: Math.floor(at), act: read }]
    })
    return [{ at: created, act: create }, ...(sop.before ? [{ at: renewed, act: renew }] : []), ...readings]
  })
}

/** Stores the PDF as an upload would. */
async function storePdf(ctx: Context, sop: SampleSop, version: string) {
  const content = await pdfOfSop(sop, version)
  const bytes = await ctx.services.files.put(Readable.from([content]), { maxBytes: content.length })
  const fileName = `${sop.title.toLowerCase().replace(/[^a-z]+/g, '-')}-${version}.pdf`
  return openDocument(ctx, { ...bytes, fileName, isKept: true })
}
