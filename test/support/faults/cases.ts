import { connectionsCut, databaseStopped } from './away.ts'
import { clockSet } from './clock-set.ts'
import { crowdCut } from './crowd.ts'
import { diskFull } from './full-disk.ts'
import { uploadKilled } from './killed-upload.ts'
import { databaseSlow, poolExhausted } from './slow.ts'
import type { Setting } from './trial.ts'

/** All cases by name. Each returns its measurements, or throws the fault that it finds. */
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
