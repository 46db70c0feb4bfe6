import { openDiskFiles } from '../adapters/disk-files.ts'
import { filesFolder, openFileStore } from '../adapters/file-store.ts'
import { copyFiles } from '../backup/copy-files.ts'
import { StartError } from '../base/errors.ts'
import { connect } from '../db/connect/connect.ts'
import { type CommandContext, command } from './command.ts'

const USAGE =
  'Say where to. For example: FILES_URL=s3://… npm run copy-files -- to-store, or to-disk; with --check what is there already is read again'
const CHECK = '--check'

/**
 * `npm run copy-files -- to-store` copies all files from `DATA_DIR/files` to the object store of FILES_URL, and
 * `to-disk` copies them back. The files stay where they were, and Muster may run meanwhile. It ends with code 1 if a
 * file could not be copied.
 */
command(USAGE, copy, [CHECK])

async function copy({ config, reach, options }: CommandContext, direction: string) {
  if (direction !== 'to-store' && direction !== 'to-disk') throw new StartError(USAGE)
  if (!config.bucket) throw new StartError('Name the object store, in both directions. For example: FILES_URL=s3://…')
  const [disk, store] = [openDiskFiles(filesFolder(config)), await openFileStore(config)]
  const [from, to] = direction === 'to-store' ? [disk, store] : [store, disk]
  const { url } = await reach('existing')
  const database = connect(url, () => {})
  try {
    const { copied, present, missing, wrong } = await copyFiles(database.orm, from, to, { check: options.has(CHECK) })
    const done = `Copied ${copied} files to ${to.place}. It had ${present} of them already.`
    const faults = [
      ...missing.map((name) => `This file is missing from ${from.place}: ${name}`),
      ...wrong.map((name) => `This file has other bytes than it was stored with: ${name}`),
    ]
    if (faults.length > 0) throw new StartError([done, ...faults].join('\n'))
    return done
  } finally {
    await database.close()
  }
}
