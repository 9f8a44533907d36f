@echo off
rem Starts Ocellus: the studio without arguments (or with "studio"), the command line otherwise.
rem Paths in arguments are relative to the folder it is called from; OCELLUS_JAVA_OPTS adds JVM options.
setlocal EnableExtensions DisableDelayedExpansion

set LEAST=25
set FOUND=
for %%h in ("%~dp0..") do set OCELLUS_HOME=%%~fh

if defined JAVA_HOME call :try "%JAVA_HOME%"
if not defined FOUND for %%j in (java.exe) do if not "%%~$PATH:j"=="" for %%b in ("%%~dp$PATH:j..") do call :try "%%~fb"
if not defined FOUND for %%r in (
    "%ProgramFiles%\Java" "%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Microsoft" "%ProgramFiles%\Zulu"
    "%ProgramFiles%\Amazon Corretto" "%ProgramFiles%\BellSoft" "%ProgramFiles%\OpenJDK" "%USERPROFILE%\.jdks"
    "%LOCALAPPDATA%\Programs\Eclipse Adoptium"
) do if exist "%%~r" for /d %%h in ("%%~r\*") do call :try "%%~fh"

if not defined FOUND (
    echo ocellus: needs Java %LEAST% or newer and found none. 1>&2
    if defined JAVA_HOME echo JAVA_HOME is "%JAVA_HOME%", which holds no Java %LEAST%. 1>&2
    echo Install a JDK %LEAST% from https://adoptium.net, or set JAVA_HOME to the folder of one that is installed. 1>&2
    exit /b 1
)

set MAIN=dev.ocellus.engine.cli.Main
set ARGUMENTS=%*
if "%~1"=="" set MAIN=dev.ocellus.app.Launcher
if not "%~1"=="studio" goto start
set MAIN=dev.ocellus.app.Launcher
for /f "tokens=1,*" %%a in ("%*") do set ARGUMENTS=%%b

:start
rem A small heap that grows only when it must: the tensors live outside it.
"%FOUND%\bin\java.exe" -XX:+UseSerialGC -Xms32m -XX:SharedArchiveFile="%OCELLUS_HOME%\lib\ocellus.jsa" -Xlog:disable --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED %OCELLUS_JAVA_OPTS% -cp "%OCELLUS_HOME%\lib\${project.build.finalName}.jar" %MAIN% %ARGUMENTS%
exit /b %ERRORLEVEL%

rem Takes the folder as the Java to use when none is found yet and its release file names a version that is new enough.
:try
if defined FOUND exit /b 0
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
for /f "usebackq tokens=2 delims==" %%v in (`findstr /b JAVA_VERSION= "%~1\release"`) do (
    for /f "delims=.-+" %%m in ("%%~v") do if %%m GEQ %LEAST% set "FOUND=%~1"
)
exit /b 0
