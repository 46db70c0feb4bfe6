import { MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'

interface Deployment {
  /** The sample hotel is loaded: its accounts may be shown. */
  sample: boolean
  /** The server can send e-mails. */
  mail: boolean
  /** The largest file that may be uploaded, in megabytes. */
  maxUploadMb: number
  /** The fewest characters of a new password. */
  passwordMin: number
}

/** What the server wrote into the page about itself; as by default where no server has (development). */
export const deployment = read()

function read(): Deployment {
  const written = document.querySelector('meta[name="muster"]')?.getAttribute('content')
  return {
    sample: false,
    mail: false,
    maxUploadMb: 25,
    passwordMin: MIN_PASSWORD_LENGTH,
    ...(written ? (JSON.parse(written) as Partial<Deployment>) : {}),
  }
}
