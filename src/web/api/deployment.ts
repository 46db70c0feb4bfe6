import { MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'
import type { Language } from '../../shared/words/languages.ts'

interface Deployment {
  /** The sample hotel is loaded: its accounts may be shown. */
  sample: boolean
  /** The server can send e-mails. */
  mail: boolean
  /** The largest file that may be uploaded, in megabytes. */
  maxUploadMb: number
  /** The language of somebody who has chosen none, when the browser speaks none of ours. */
  defaultLanguage: Language
  /** The address under which people reach Muster, without a slash at its end; null if the server was not told. */
  publicUrl: string | null
  /** The minimum length of a new password, in characters. */
  passwordMin: number
  /**
   * Single sign-on: the provider's name for people, and whether it is the only way in, except for gods; null without.
   */
  provider: { name: string; only: boolean } | null
}

/**
 * The server's facts about itself, written into the page. In development no server writes them, and the defaults apply.
 */
export const deployment = readDeployment()

function readDeployment(): Deployment {
  const content = document.querySelector('meta[name="muster"]')?.getAttribute('content')
  return {
    sample: false,
    mail: false,
    publicUrl: null,
    provider: null,
    defaultLanguage: 'en',
    maxUploadMb: 25,
    passwordMin: MIN_PASSWORD_LENGTH,
    ...(content ? (JSON.parse(content) as Partial<Deployment>) : {}),
  }
}
