import { MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'

interface Deployment {
  /** The sample hotel is loaded: its accounts may be shown. */
  sample: boolean
  /** The server can send e-mails. */
  mail: boolean
  /** The largest file that may be uploaded, in megabytes. */
  maxUploadMb: number
  /** The minimum length of a new password, in characters. */
  passwordMin: number
}

/** What the server has written into the page about itself. In development no server does, and the defaults apply. */
export const deployment = readDeployment()

function readDeployment(): Deployment {
  const content = document.querySelector('meta[name="muster"]')?.getAttribute('content')
  return {
    sample: false,
    mail: false,
    maxUploadMb: 25,
    passwordMin: MIN_PASSWORD_LENGTH,
    ...(content ? (JSON.parse(content) as Partial<Deployment>) : {}),
  }
}
