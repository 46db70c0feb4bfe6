import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { openEncryptedAttachments } from '../../../shared/pdf-encryption.mjs'
import { createLayout } from './pdf-layout.mjs'
import { linesOf } from './pdf-lines.mjs'

/**
 * Reads untrusted PDFs. `pdf-process.mjs` watches this thread and ends the process when a file takes too much. It is
 * JavaScript, because a thread of Node 20 cannot run TypeScript.
 *
 * @typedef {import('../pdf.ts').PdfJob} PdfJob
 * @typedef {import('../pdf.ts').PdfReply} PdfReply
 * @typedef {import('../pdf.ts').PdfTexts} PdfTexts
 * @typedef {import('pdfjs-dist').PDFDocumentProxy} Document
 * @typedef {{ text: string, lines: import('./pdf-lines.mjs').Line[], height: number }} PageText
 */

// Nothing is drawn here. With these classes pdf.js neither loads a canvas nor warns that there is none.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {})

const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** The path of a folder of pdfjs-dist. The package is not in the bundle, because it needs its own files. */
const pdfjsFolder = (/** @type {string} */ folder) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

const FIRST_READ_BYTES = 65_536
const MAX_PAGES = 1_000
/** The maximum number of characters: of one page, and of a whole text. */
const MAX_PAGE_LENGTH = 40_000
const MAX_TEXT_LENGTH = 8_000_000
/** Texts are sent as soon as they have this many characters. */
const SEND_LENGTH = 100_000

/** @type {import('pdfjs-dist/types/src/display/api.js').DocumentInitParameters} */
const OPTIONS = {
  isEvalSupported: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  // Many Chinese, Japanese and Korean fonts need these maps to turn codes into letters.
  cMapUrl: pdfjsFolder('cmaps'),
  cMapPacked: true,
  standardFontDataUrl: pdfjsFolder('standard_fonts'),
  verbosity: VerbosityLevel.ERRORS,
}

/** @param {number} file @param {number} begin @param {number} end */
function read(file, begin, end) {
  const bytes = new Uint8Array(end - begin)
  readSync(file, bytes, 0, bytes.length, begin)
  return bytes
}

/**
 * Opens a document. pdf.js reads its parts from the disk when it needs them.
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
  const range = new FromDisk(size, read(file, 0, Math.min(size, FIRST_READ_BYTES)))
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
async function runJob({ path, want }) {
  const file = openSync(path, 'r')
  /** @type {Document | undefined} */
  let document
  try {
    document = await open(file)
    // The number of pages may be wrong, so the first page must open.
    await document.getPage(1)
    if (want === 'text') await sendTexts(document)
    return { pages: document.numPages }
  } catch (error) {
    return { fault: isLocked(error) ? 'encrypted' : 'damaged' }
  } finally {
    await document?.loadingTask.destroy().catch(() => {})
    closeSync(file)
  }
}

/**
 * Sends the text of each page, and its blocks. A page that cannot be read has an empty text. It waits each time until
 * the texts are stored, so that neither this process nor the server holds the whole text of a book.
 * @param {Document} document
 */
async function sendTexts(document) {
  const layout = createLayout()
  /** @type {PageText[]} */
  let pages = []
  let first = 1
  let length = 0
  let total = 0
  const last = Math.min(document.numPages, MAX_PAGES)
  for (let page = 1; page <= last && total < MAX_TEXT_LENGTH; page += 1) {
    const read = await textOf(document, page).catch(() => ({ text: '', lines: [], height: 0 }))
    pages.push(read)
    length += read.text.length
    total += read.text.length
    if (length < SEND_LENGTH && page < last && total < MAX_TEXT_LENGTH) continue
    if (!(await sendAndWait({ first, texts: pages.map(({ text }) => text), blocks: layout.add(pages) }))) return
    pages = []
    first = page + 1
    length = 0
    collectGarbage()
  }
}

/**
 * Sends texts and waits until they are stored. Resolves with whether the server wants more.
 * @param {PdfTexts} texts
 */
const sendAndWait = (texts) =>
  new Promise((resolve) => {
    parentPort?.once('message', resolve)
    parentPort?.postMessage(texts)
  })

/** @param {Document} document @param {number} pageNumber @returns {Promise<PageText>} */
async function textOf(document, pageNumber) {
  const page = await document.getPage(pageNumber)
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  /** @type {import('./pdf-lines.mjs').Item[]} */
  const items = []
  let text = ''
  while (text.length < MAX_PAGE_LENGTH) {
    const { done, value } = await reader.read()
    if (done) break
    for (const item of value.items) {
      text += item.hasEOL ? `${item.str}\n` : item.str
      if (item.str !== '' && text.length <= MAX_PAGE_LENGTH) items.push(item)
    }
  }
  await reader.cancel().catch(() => {})
  const [, bottom = 0, , top = 0] = page.view
  page.cleanup()
  return { text: text.slice(0, MAX_PAGE_LENGTH), lines: linesOf(items), height: top - bottom }
}

/** Otherwise the thread keeps several files in memory: the collector does not count memory outside the heap. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

parentPort?.on('message', (message) => {
  // Any other message is the reply for `sendAndWait`.
  if (typeof message !== 'object') return
  void runJob(message).then((reply) => {
    collectGarbage()
    parentPort?.postMessage(reply)
  })
})
