node_modules/.bin/node scratch/try.ts "$1" 2>&1 | grep -v -i warning
