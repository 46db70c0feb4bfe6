import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf } from '../forms.ts'
import { pdfOfSize } from '../pdfs.ts'
import { diceOf } from '../writers.ts'
import { must, openTrial, type Setting, type Trial } from './trial.ts'

const MB = 1024 * 1024

/** Kills the server during uploads, checks and storing of files. Then checks the files of the next server. */
export async function uploadKilled(setting: Setting) {
  const rounds = setting.short ? 1 : 12
  const megabytes = setting.short ? 2 : 20
  const dataDir = join(setting.folder, 'data')
  const trial = await openTrial(setting, { dataDir })
  const form = formOf({ title: 'A large one', version: '1.0' }, { content: pdfOfSize(megabytes * MB) })
  const dice = diceOf(7)
  let acknowledged = 1
  let halves = 0
  let ownerless = 0
  try {
    const began = performance.now()
    const before = send(trial.addresses[0] ?? '', trial.cookie, form, 1)
    must((await before.answered) === 201, 'An upload before all that was not taken')
    const usual = performance.now() - began
    for (let round = 0; round < rounds; round += 1) {
      const server = trial.servers.at(-1)
      const address = trial.addresses.at(-1) ?? ''
      // The first one while its bytes arrive, the others at any moment.
      const half = round % 3 === 0
      const sending = send(address, trial.cookie, form, half ? 0.5 : 1)
      await sending.sent
      await sleep(half ? 100 : dice() * usual * 1.2)
      const incoming = filesIn(join(dataDir, 'files/incoming'))
      if (half) must(incoming.length > 0, 'Nothing of the upload was there before the kill')
      halves += incoming.length
      server?.child.kill('SIGKILL')
      await server?.ended
      if ((await sending.answered) === 201) acknowledged += 1
      await trial.startAnother()
      ownerless = await lookAtFiles(trial, dataDir, form.payload.length, acknowledged)
    }
    const whole = send(trial.addresses.at(-1) ?? '', trial.cookie, form, 1)
    must((await whole.answered) === 201, 'An upload after all that was not taken')
    const left = `${halves} half files removed, ${ownerless} whole ones without a row left for the hourly look`
    return `${rounds} kills during uploads of ${megabytes} MB: ${left}; ${acknowledged} acknowledged, with row and file`
  } finally {
    await trial.close()
  }
}

/** Checks that there is no half file and no row without its whole file. Returns the number of files without a row. */
async function lookAtFiles({ look }: Trial, dataDir: string, most: number, acknowledged: number) {
  const folder = join(dataDir, 'files')
  const incoming = filesIn(join(folder, 'incoming'))
  must(incoming.length === 0, `${incoming.length} half files are left`)
  const rows = await look<{ stored_as: string; size: number }>(
    'select f.stored_as, f.size from sops s join sop_versions v on v.sop_id = s.id join files f on f.id = v.file_id',
  )
  const [all] = await look<{ sops: number }>('select count(*)::int as sops from sops')
  must(all?.sops === rows.length, `${all?.sops} SOPs with ${rows.length} files`)
  must(rows.length >= acknowledged, `${acknowledged} uploads were acknowledged and ${rows.length} are there`)
  for (const { stored_as, size } of rows) {
    const found = statSync(join(folder, stored_as), { throwIfNoEntry: false })
    must(found?.size === size && size < most, `The file of a row has ${found?.size} bytes of ${size}`)
  }
  return filesIn(folder).length - rows.length
}

const filesIn = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile())
  } catch {
    return []
  }
}

/** Sends a part of a form and leaves the connection open. */
function send(address: string, cookie: string, form: ReturnType<typeof formOf>, part: number) {
  const headers = { ...form.headers, cookie, 'content-length': form.payload.length }
  let reportSent = () => {}
  const sent = new Promise<void>((resolve) => {
    reportSent = resolve
  })
  const answered = new Promise<number>((resolve) => {
    const sending = request(`${address}/api/v1/sops`, { method: 'POST', headers, agent: false }, (reply) => {
      reply.resume().on('close', () => resolve(reply.complete ? Number(reply.statusCode) : 0))
    })
    sending.on('error', () => {
      reportSent()
      resolve(0)
    })
    sending.write(form.payload.subarray(0, Math.floor(form.payload.length * part)), () => reportSent())
    if (part === 1) sending.end()
  })
  return { sent, answered }
}
