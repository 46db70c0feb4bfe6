import { addAbortSignal } from 'node:stream'
import { openFileStore } from '../adapters/file-store.ts'
import { isPublicKey } from '../base/backup.ts'
import { readConfig } from '../base/config.ts'
import type { BackupReply, BackupWork } from '../scheduled/backup.ts'
import { makeBackup, newestBackup, withScratch } from './make.ts'
import { CannotTest, testRestore } from './restore-test.ts'
import type { BackupSource } from './source.ts'

/**
 * Makes a backup, or tests the newest, in a process of its own, which the server starts (`scheduled/backup.ts`): people
 * never wait for it, and the memory that it takes goes with it. It ends soon after the server, even if that is killed.
 */
const STOP_WITHIN_MS = 5_000

const stop = new AbortController()
const end = () => {
  stop.abort(new Error('The server ended, or took the work back'))
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
}
process.once('disconnect', end)
process.once('SIGTERM', end)

process.once('message', (work: BackupWork) => {
  void run(work).then((reply) => {
    // Nobody is there to be told if the server has ended.
    if (!process.connected) process.exit(1)
    process.send?.(reply, () => process.exit(0))
  })
})

async function run({ what, url, now }: BackupWork): Promise<BackupReply> {
  try {
    const config = readConfig(process.env)
    if (what === 'backup') {
      const files = await openFileStore(config)
      return { made: await makeBackup(config, { url, files }, new Date(now), stop.signal) }
    }
    if (config.backupKey && isPublicKey(config.backupKey))
      throw new CannotTest(
        'BACKUP_KEY is a public key, so this server cannot open its backups. Test them where the secret key is: npm run restore -- --test latest',
      )
    return await withScratch(config, async (scratch) => {
      const { name, source } = await newestBackup(config, url, scratch)
      await testRestore(untilStop(source), { config, url, scratch })
      return { tested: { name } }
    })
  } catch (error) {
    const message = stop.signal.aborted ? `${(stop.signal.reason as Error).message}` : (error as Error).message
    return error instanceof CannotTest ? { impossible: message } : { fault: message }
  }
}

/** A test that is stopped still removes its database. */
const untilStop = (source: BackupSource): BackupSource => ({
  ...source,
  async *parts() {
    for await (const { path, bytes } of source.parts()) {
      stop.signal.throwIfAborted()
      yield { path, bytes: addAbortSignal(stop.signal, bytes) }
    }
  },
})
