import { Readable } from 'node:stream'
import { contextFor, inTransaction } from '../../src/server/core/context.ts'
import { addSop } from '../../src/server/features/sops/create.ts'
import type { SopAudience } from '../../src/shared/sops.ts'
import { smallPdf } from './pdfs.ts'
import type { DepartmentName, PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

interface Fields {
  title?: string
  version?: string
  creator?: PersonName
  department?: DepartmentName | null
  visibleTo?: SopAudience
  content?: Buffer
  pages?: number
}

/** Inserts an SOP. Without a department it is global. */
export async function putSop({ fixtures, services }: TestApp, fields: Fields = {}) {
  const { title = 'Folding towels', version, creator = 'gita', department, content = smallPdf(), pages = 1 } = fields
  const { visibleTo } = fields
  const bytes = await services.files.put(Readable.from([content]), { maxBytes: content.length })
  const document = { file: { ...bytes, fileName: 'towels.pdf', isKept: true }, pages }
  const departmentId = department ? fixtures.departments[department] : null
  return inTransaction(contextFor(services, fixtures.people[creator], new Date()), (ctx) =>
    addSop(ctx, { title, departmentId, visibleTo, ...(version && { version }) }, document),
  )
}
