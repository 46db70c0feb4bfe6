import { type SettingName, settings } from './settings.ts'

const names = Object.keys(settings) as SettingName[]
/** Names that begin so are meant for Muster, or for a program like it. */
const OWN = /^(OIDC|BACKUP|SMTP|PUSH|WEBHOOK)_/
/** Shorter names have too many neighbours that mean something else, such as HOME beside DEMO. */
const SHORTEST = 6

/** An environment variable that is no setting, and looks like one. */
export interface Misspelt {
  name: string
  /** The setting that it is like; undefined if it is only named like settings. */
  meant: SettingName | undefined
}

/** Variables that somebody has set for Muster and that it does not know: they have no effect. */
export function misspeltSettings(env: Record<string, string | undefined>): Misspelt[] {
  return Object.keys(env)
    .filter((name) => env[name] && !(name in settings))
    .flatMap((name) => {
      const near = names.filter((known) => known.length >= SHORTEST && isNear(name.toUpperCase(), known))
      return near.length > 0 || OWN.test(name) ? [{ name, meant: near[0] }] : []
    })
}

/** Says it in a sentence, without its value. */
export const describeMisspelt = ({ name, meant }: Misspelt): string =>
  `${name} is no setting of Muster, and has no effect.${meant ? ` Is ${meant} meant?` : ' docs/settings.md names those that there are.'}`

/**
 * Whether two changes of a letter, one in a short name, make one name the other. A letter too many or too few is one.
 */
function isNear(one: string, other: string) {
  const most = other.length < 9 ? 1 : 2
  if (Math.abs(one.length - other.length) > most) return false
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let column = 0; column < other.length; column += 1) {
      const changed = (row[column] ?? 0) + Number(letter !== other[column])
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return (row[other.length] ?? 0) <= most
}
