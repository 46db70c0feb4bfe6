import type { Page } from '@playwright/test'

/** Pixels of a picture as phones take them: 12 megapixels. */
const WIDTH = 4032
const HEIGHT = 3024

let taken: ReturnType<typeof draw> | undefined

/** A picture as from a phone's camera: a JPEG of 12 megapixels, as detailed as a room. Drawn once. */
export function cameraPhoto(page: Page) {
  taken ??= draw(page)
  return taken
}

async function draw(page: Page) {
  const blank = await page.context().newPage()
  await blank.goto('about:blank')
  const base64 = await blank.evaluate(
    async ({ width, height }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('The browser gives no canvas')
      for (let spot = 0; spot < 20_000; spot += 1) {
        const [x, y, size] = [(spot * 7919) % width, (spot * 104_729) % height, 10 + (spot % 90)]
        context.fillStyle = `hsl(${spot % 360} ${30 + (spot % 50)}% ${20 + (spot % 60)}%)`
        context.fillRect(x, y, size, size)
      }
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer(),
      )
      let text = ''
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
      return btoa(text)
    },
    { width: WIDTH, height: HEIGHT },
  )
  await blank.close()
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}
