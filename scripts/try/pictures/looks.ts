import type { Page } from '@playwright/test'
import type { Sample } from '../../../test/support/picture-corpus.ts'

/** How a picture looks in a browser: its size, and the pixels of a small copy. */
export interface Looks {
  width: number
  height: number
  pixels: number[]
}

/** Shows a picture, by its bytes or at an address. Null if the browser cannot show it. */
export const looksOf = (page: Page, { bytes, url }: { bytes?: Buffer; url?: string }): Promise<Looks | null> =>
  page.evaluate(
    async ([base64, address]) => {
      const source = address ?? URL.createObjectURL(await (await fetch(`data:;base64,${base64}`)).blob())
      const picture = new Image()
      picture.src = source
      try {
        await picture.decode()
      } catch {
        return null
      }
      const canvas = document.createElement('canvas')
      canvas.width = 16
      canvas.height = 16
      const drawing = canvas.getContext('2d', { willReadFrequently: true })
      if (!drawing) return null
      drawing.imageSmoothingEnabled = false
      drawing.drawImage(picture, 0, 0, 16, 16)
      if (!address) URL.revokeObjectURL(source)
      const pixels = [...drawing.getImageData(0, 0, 16, 16).data]
      return { width: picture.naturalWidth, height: picture.naturalHeight, pixels }
    },
    [bytes?.toString('base64'), url] as const,
  )

/** Pictures as browsers make them: with noise and gradients, in all three kinds, some as large as photos. */
export async function drawnPictures(page: Page): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const [width, height] of [
    [1600, 1200],
    [320, 240],
    [7, 5],
  ] as const)
    for (const kind of ['jpeg', 'png', 'webp']) {
      const base64 = await page.evaluate(
        ([across, down, type]) => {
          const canvas = document.createElement('canvas')
          canvas.width = across
          canvas.height = down
          const drawing = canvas.getContext('2d')
          if (!drawing) throw new Error('The browser does not draw')
          const gradient = drawing.createLinearGradient(0, 0, across, down)
          gradient.addColorStop(0, '#f5c542')
          gradient.addColorStop(1, '#1d3557')
          drawing.fillStyle = gradient
          drawing.fillRect(0, 0, across, down)
          for (let at = 0; at < 400; at += 1) {
            drawing.fillStyle = `hsl(${(at * 47) % 360} 60% 50%)`
            drawing.fillRect((at * 131) % across, (at * 71) % down, 9, 9)
          }
          return canvas.toDataURL(`image/${type}`, 0.8).split(',')[1] ?? ''
        },
        [width, height, kind] as const,
      )
      samples.push({
        name: `drawn ${kind} of ${width} × ${height}`,
        bytes: Buffer.from(base64, 'base64'),
        expected: 'taken',
      })
    }
  return samples
}
