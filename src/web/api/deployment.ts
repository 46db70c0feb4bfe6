interface Deployment {
  /** The sample hotel is loaded: its accounts may be shown. */
  sample: boolean
  /** The server can send e-mails. */
  mail: boolean
}

/** What the server wrote into the page about itself; all false where no server has (development). */
export const deployment = read()

function read(): Deployment {
  const written = document.querySelector('meta[name="muster"]')?.getAttribute('content')
  return { sample: false, mail: false, ...(written ? (JSON.parse(written) as Partial<Deployment>) : {}) }
}
