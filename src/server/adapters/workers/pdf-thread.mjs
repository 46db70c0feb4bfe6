import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { openEncryptedAttachments } from '../../../shared/pdf-encryption.mjs'

/**
 * Looks into PDFs that strangers have made, watched by `pdf-process.mjs`, which ends the process when a file takes too much. Plain
 * JavaScript, as a thread of Node 20 reads no TypeScript.
 *
 * @typedef {import('../pdf.ts').PdfJob} PdfJob
 * @typedef {import('../pdf.ts').PdfReply} PdfReply
 * @typedef {import('../pdf.ts').PdfTexts} PdfTexts
 * @typedef {import('pdfjs-dist').PDFDocumentProxy} Document
 */

// Nothing is drawn here: with these in place pdf.js does not load a canvas, and does not complain that it has none.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {})

const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** Where pdfjs-dist is installed: it stays outside the bundle, because it comes with files of its own. */
const besidePdfjs = (/** @type {string} */ folder) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

const READ_AT_FIRST = 65_536
const MOST_PAGES_READ = 1_000
const MOST_ON_A_PAGE = 40_000
const MOST_TEXT = 8_000_000
/** Texts are handed over as soon as there are so many characters of them. */
const HAND_OVER_AT = 100_000

/** @type {import('pdfjs-dist/types/src/display/api.js').DocumentInitParameters} */
const OPTIONS = {
  isEvalSupported: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  // Without these maps the codes of many Chinese, Japanese and Korean fonts are no letters.
  cMapUrl: besidePdfjs('cmaps'),
  cMapPacked: true,
  standardFontDataUrl: besidePdfjs('standard_fonts'),
  verbosity: VerbosityLevel.ERRORS,
}

/** @param {number} file @param {number} begin @param {number} end */
function read(file, begin, end) {
  const bytes = new Uint8Array(end - begin)
  readSync(file, bytes, 0, bytes.length, begin)
  return bytes
}

/**
 * Opens the document, of which parts are read from the disk as they are asked for.
 * @param {number} file
 */
async function open(file) {
  const { size } = fstatSync(file)
  class FromDisk extends PDFDataRangeTransport {
    /** @override @param {number} begin @param {number} end */
    requestDataRange(begin, end) {
      queueMicrotask(() => this.onDataRange(begin, read(file, begin, end)))
    }
  }
  const range = new FromDisk(size, read(file, 0, Math.min(size, READ_AT_FIRST)))
  const loading = getDocument({ ...OPTIONS, range, disableAutoFetch: true, disableStream: true })
  try {
    return await loading.promise
  } catch (error) {
    await loading.destroy()
    if (!isLocked(error)) throw error
    const data = read(file, 0, size)
    if (!openEncryptedAttachments(data, Buffer.from(data.buffer).toString('latin1'))) throw error
    return getDocument({ ...OPTIONS, data }).promise
  }
}

const isLocked = (/** @type {unknown} */ error) => error instanceof Error && error.name === 'PasswordException'

/**
 * @param {PdfJob} job
 * @returns {Promise<PdfReply>}
 */
async function work({ path, want }) {
  const file = openSync(path, 'r')
  /** @type {Document | undefined} */
  let document
  try {
    document = await open(file)
    // A count of pages is only a claim: the first one must be there.
    await document.getPage(1)
    if (want === 'text') await handOverTexts(document)
    return { pages: document.numPages }
  } catch (error) {
    return { fault: isLocked(error) ? 'encrypted' : 'damaged' }
  } finally {
    await document?.loadingTask.destroy().catch(() => {})
    closeSync(file)
  }
}

/**
 * Hands over the text of each page, as far as it can be read; a page that cannot is empty. Waits each time until the texts have
 * been stored: the whole text of a book must lie neither here nor in the server.
 * @param {Document} document
 */
async function handOverTexts(document) {
  /** @type {string[]} */
  let texts = []
  let first = 1
  let length = 0
  let total = 0
  const last = Math.min(document.numPages, MOST_PAGES_READ)
  for (let page = 1; page <= last && total < MOST_TEXT; page += 1) {
    const text = await textOf(document, page).catch(() => '')
    texts.push(text)
    length += text.length
    total += text.length
    if (length < HAND_OVER_AT && page < last && total < MOST_TEXT) continue
    if (!(await areWanted({ first, texts }))) return
    texts = []
    first = page + 1
    length = 0
    collectGarbage()
  }
}

/**
 * Whether they were taken, and more are wanted.
 * @param {PdfTexts} texts
 */
const areWanted = (texts) =>
  new Promise((resolve) => {
    parentPort?.once('message', resolve)
    parentPort?.postMessage(texts)
  })

/** @param {Document} document @param {number} at */
async function textOf(document, at) {
  const page = await document.getPage(at)
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  let text = ''
  while (text.length < MOST_ON_A_PAGE) {
    const { done, value } = await reader.read()
    if (done) break
    for (const { str, hasEOL } of value.items) text += hasEOL ? `${str}\n` : str
  }
  await reader.cancel().catch(() => {})
  page.cleanup()
  return text.slice(0, MOST_ON_A_PAGE)
}

/** Left to itself the thread would hold on to several files' worth of memory: it knows little of what lies outside its heap. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

parentPort?.on('message', (message) => {
  // Anything else is the answer that `areWanted` waits for.
  if (typeof message !== 'object') return
  void work(message).then((reply) => {
    collectGarbage()
    parentPort?.postMessage(reply)
  })
})
