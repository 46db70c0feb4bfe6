import { newPushKeys } from '../../adapters/push.ts'
import type { Db } from '../../db/connect/connect.ts'
import { settingOnce } from '../../db/settings.ts'

/**
 * The keys by which push services know this deployment. They are made when they are first needed and stay the same: a
 * browser subscribes by the public key, and takes nothing that another key has signed.
 */
export const pushKeys = (db: Db) => settingOnce(db, 'pushKeys', newPushKeys)
