# Each line is one command; without make, type it as it stands. ARGS are passed on: make test ARGS="-k spinner"
.PHONY: play test check bench chaos hostile load
play:
	python3 tools/run.py play $(ARGS)
test:
	python3 tools/run.py test $(ARGS)
check:
	python3 tools/run.py check
bench:
	python3 tools/run.py bench $(ARGS)
chaos:
	python3 tools/run.py chaos $(ARGS)
hostile:
	python3 tools/run.py hostile $(ARGS)
load:
	python3 tools/run.py load $(ARGS)
