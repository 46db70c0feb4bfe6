import { connectionsCut, databaseStopped } from './away.ts'
import { clockSet } from './clock-set.ts'
import { crowdCut } from './crowd.ts'
import { diskFull } from './full-disk.ts'
import { uploadKilled } from './killed-upload.ts'
import { databaseSlow, poolExhausted } from './slow.ts'
import type { Setting } from './trial.ts'

/** What can fail, by the names under which it is asked for. Each gives its figures, or throws what is wrong. */
export const cases: Record<string, (setting: Setting) => Promise<string>> = {
  stopped: databaseStopped,
  cut: connectionsCut,
  crowd: crowdCut,
  disk: diskFull,
  slow: databaseSlow,
  pool: poolExhausted,
  clock: clockSet,
  upload: uploadKilled,
}
