import fc from 'fast-check'

// Draws are the same in every run, so that coverage and the errors found are, too.
fc.configureGlobal({ seed: 1, numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) })
