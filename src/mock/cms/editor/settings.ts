import { mimes } from '../media/file-endings.ts'
import { sizes } from '../media/pictures.ts'
import type { Site } from '../rest/request.ts'
import {
  bodyStyles,
  fontFamilies,
  fontSizes,
  layout,
  palette,
  presetStyles,
  spacingSizes,
  themeJson,
} from './theme.ts'

const uploadLimitBytes = 32 * 1024 * 1024
const labels: Readonly<Record<string, string>> = {
  thumbnail: 'Thumbnail',
  medium: 'Medium',
  large: 'Large',
  full: 'Full Size',
}

/** The settings that make a block editor outside the site look and behave like the one inside. */
export function editorSettings(site: Site): Record<string, unknown> {
  const byMime = Object.groupBy(Object.entries(mimes), ([, mime]) => mime)
  return {
    alignWide: true,
    allowedBlockTypes: true,
    allowedMimeTypes: Object.fromEntries(
      Object.entries(byMime).map(([mime, named = []]) => [named.map(([ending]) => ending).join('|'), mime]),
    ),
    blockCategories: ['text', 'media', 'design', 'widgets', 'theme', 'embed'].map((slug) => ({
      slug,
      title: slug.charAt(0).toUpperCase() + slug.slice(1),
      icon: null,
    })),
    disableCustomColors: false,
    disableCustomFontSizes: false,
    disableCustomGradients: false,
    disableLayoutStyles: false,
    enableCustomLineHeight: true,
    enableCustomSpacing: true,
    enableCustomUnits: ['px', 'rem', '%'],
    colors: palette,
    gradients: [],
    fontSizes,
    imageDefaultSize: 'large',
    imageDimensions: Object.fromEntries(
      sizes
        .filter(({ name }) => Object.hasOwn(labels, name))
        .map(({ name, width, height, crop }) => [name, { width, height, crop }]),
    ),
    imageEditing: true,
    imageSizes: Object.entries(labels).map(([slug, name]) => ({ slug, name })),
    isRTL: false,
    maxUploadFileSize: uploadLimitBytes,
    styles: [
      { css: presetStyles, __unstableType: 'presets', isGlobalStyles: true },
      { css: bodyStyles, __unstableType: 'theme', isGlobalStyles: true },
    ],
    __experimentalFeatures: {
      ...themeJson.settings,
      color: { ...themeJson.settings.color, palette: { theme: palette } },
      typography: {
        customFontSize: true,
        fontSizes: { theme: fontSizes },
        fontFamilies: { theme: fontFamilies },
      },
      spacing: { spacingSizes: { theme: spacingSizes }, units: ['px', 'rem', '%'] },
      layout,
    },
    __unstableIsBlockBasedTheme: true,
    __unstableGalleryWithImageBlocks: true,
    localAutosaveInterval: 15,
    supportsLayout: true,
    supportsTemplateMode: true,
    siteUrl: site.home,
  }
}
