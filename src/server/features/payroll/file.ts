import type { Input } from '../../../shared/endpoint.ts'
import type { PayrollFile, PayrollLine, payrollApi } from '../../../shared/payroll.ts'
import { payrollFileWriter } from '../../../shared/payroll-file.ts'
import { WrittenFile } from '../../adapters/sheets.ts'
import { windows1252 } from '../../adapters/windows-1252.ts'
import type { Context } from '../../core/context.ts'
import type { payrollRuns } from '../../db/tables/payroll.ts'
import { runFor } from './access.ts'
import { readFileSettings } from './file-settings.ts'
import { exportedLines, exportsOf } from './rows.ts'

/** People whose lines are read at once. */
const BATCH = 200
/** Characters after which other requests have their turn. */
const PIECE = 65_536

/** The file of a run as the settings say, batch by batch. */
export async function exportRun(ctx: Context, { params }: Input<typeof payrollApi.file>): Promise<WrittenFile> {
  const run = await runFor(ctx, params.id, 'payroll:export')
  const file = await readFileSettings(ctx)
  const extension = file.head.startsWith('datev') ? 'txt' : 'csv'
  const charset = file.encoding === 'windows-1252' ? 'windows-1252' : 'utf-8'
  return new WrittenFile(
    `payroll-${run.period}-${run.id}.${extension}`,
    `text/${extension === 'txt' ? 'plain' : 'csv'}; charset=${charset}`,
    encoded(textsOf(ctx, run, file), file.encoding),
  )
}

async function* textsOf(ctx: Context, run: typeof payrollRuns.$inferSelect, file: PayrollFile) {
  const { head, person } = payrollFileWriter(file, run)
  let text = head()
  // A person may have several pay periods in a run. Their hours are rounded together.
  let lines: PayrollLine[] = []
  for (let offset = 0; ; offset += BATCH) {
    const batch = await exportsOf(ctx, run, BATCH, offset)
    for (const exported of batch) {
      if (lines[0] && lines[0].userId !== exported.userId) {
        text += person(lines).join('')
        lines = []
        if (text.length > PIECE) {
          yield text
          text = ''
        }
      }
      lines.push(...exportedLines(run, exported))
    }
    if (batch.length < BATCH) break
  }
  yield text + person(lines).join('')
}

async function* encoded(texts: AsyncGenerator<string>, encoding: PayrollFile['encoding']) {
  let first = encoding === 'utf-8-bom' ? '\uFEFF' : ''
  for await (const text of texts) {
    yield encoding === 'windows-1252' ? windows1252(text) : first + text
    first = ''
  }
}
