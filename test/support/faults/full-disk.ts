import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { formOf } from '../forms.ts'
import { pdfOfSize } from '../pdfs.ts'
import { startLoad } from './load.ts'
import { type Answer, eventually, isForNow, must, openTrial, type Setting, seconds, type Trial } from './trial.ts'

const MB = 1024 * 1024
const SOPS = '/api/v1/sops'

/** While people work, first the database's disk becomes full and then the disk of the files. */
export async function diskFull(setting: Setting) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'left out: only root on Linux can mount small disks'
  const [databaseFolder, dataDir] = [join(setting.folder, 'database'), join(setting.folder, 'data')]
  const disks = [mount(databaseFolder, 200), mount(dataDir, 40)] as const
  try {
    const trial = await openTrial(setting, { databaseFolder, dataDir })
    try {
      return `${await databaseFull(trial, disks[0])}; files: ${await filesFull(trial, disks[1])}`
    } finally {
      await trial.close()
    }
  } finally {
    for (const disk of disks) disk.unmount()
  }
}

async function databaseFull(trial: Trial, disk: Disk) {
  const address = trial.addresses[0] ?? ''
  const load = startLoad(trial)
  try {
    await load.goesOn(100)
    disk.fill()
    const errors: Answer[] = []
    await eventually(
      'the disk is too full for a write',
      async () => {
        // Long enough to need new disk space.
        const body = { rating: 1, comment: 'x'.repeat(900) }
        const answer = await trial.ask(address, '/api/v1/feedback', { method: 'POST', body })
        must(answer.status === 201 || isForNow(answer), `A write on a full disk: ${answer.status} ${answer.code}`)
        if (answer.status !== 201) errors.push(answer)
        return errors.length >= 20
      },
      60_000,
    )
    const codes = [...new Set(errors.map(({ code }) => code))].join(' and ')
    const stands = trial.database.isRunning()
    const read = await trial.ask(address, '/api/v1/tasks/board')
    must(!stands || read.status === 200, `Reading while the disk is full: ${read.status} ${read.code}`)
    disk.makeRoom()
    const began = performance.now()
    // PostgreSQL may have ended because it could not write its log, and must be started again. Muster still runs.
    if (!trial.database.isRunning()) await trial.database.start()
    await eventually('writes are taken again', async () => {
      return (await trial.ask(address, '/api/v1/feedback', { method: 'POST', body: { rating: 5 } })).status === 201
    })
    const back = performance.now() - began
    await load.goesOn()
    const metrics = await load.end()
    return `refused as ${codes}, ${stands ? 'reads went on' : 'the database ended'}, well again after ${seconds(back)}; ${metrics}`
  } finally {
    await load.stop()
  }
}

async function filesFull(trial: Trial, disk: Disk) {
  const address = trial.addresses[0] ?? ''
  const upload = (title: string) =>
    trial.ask(address, SOPS, {
      method: 'POST',
      raw: formOf({ title, version: '1.0' }, { content: pdfOfSize(4 * MB) }),
    })
  const stored = () => {
    const all = readdirSync(disk.folder, { recursive: true, withFileTypes: true })
    return all.filter((each) => each.isFile() && each.name !== BALLOON).length
  }
  const first = await upload('Before')
  must(first.status === 201, `An upload with room: ${first.status} ${first.code}`)
  disk.fill()
  const refused = await Promise.all([upload('Full'), upload('Full too')])
  must(
    refused.every((each) => isForNow(each) && each.code === 'disk_full'),
    `Uploads to a full disk: ${refused.map(({ status, code }) => `${status} ${code}`)}`,
  )
  const [row] = await trial.look<{ sops: number }>('select count(*)::int as sops from sops')
  must(row?.sops === 1 && stored() === 1, `${row?.sops} rows and ${stored()} files instead of one each`)
  const read = await trial.ask(address, `${SOPS}/${first.json.id}/file`)
  must(read.status === 200, `Reading a file while the disk is full: ${read.status}`)
  const task = await trial.ask(address, '/api/v1/feedback', { method: 'POST', body: { rating: 4 } })
  must(task.status === 201, `A write that needs no file: ${task.status}`)
  disk.makeRoom()
  const again = await upload('After')
  must(again.status === 201 && stored() === 2, `An upload once there is room: ${again.status}, ${stored()} files`)
  return `refused as disk_full, no file and no row of them, reads went on, well again at once`
}

type Disk = ReturnType<typeof mount>
const BALLOON = 'balloon'

/** A separate disk in memory. */
function mount(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command}: ${stderr}`)
  }
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'muster-faults', folder])
  const balloon = join(folder, BALLOON)
  return {
    folder,
    fill() {
      const file = openSync(balloon, 'w')
      try {
        for (const bytes of [MB, 4096]) {
          const piece = Buffer.alloc(bytes)
          try {
            while (writeSync(file, piece) === bytes);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
        }
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(balloon),
    unmount: () => run('umount', ['--lazy', folder]),
  }
}
