import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { openDiskFiles } from './disk-files.ts'
import type { FileStore } from './files.ts'

type Settings = Pick<Config, 'dataDir' | 'bucket'>

/** The folder of files, or of those that are on their way into an object store. */
export const filesFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'files')

/** Opens the store that the settings name. Throws `StartError` if it is an object store that cannot be used. */
export async function openFileStore({ dataDir, bucket }: Settings): Promise<FileStore> {
  const folder = filesFolder({ dataDir })
  if (!bucket) return openDiskFiles(folder)
  // Only deployments with an object store load its code.
  const { mustBeUsable, openObjectStore } = await import('./object-store.ts')
  await mustBeUsable(bucket, join(folder, 'incoming'), { idleMs: 5_000 })
  return openObjectStore(bucket, join(folder, 'incoming'))
}
